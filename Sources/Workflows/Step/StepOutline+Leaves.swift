// The outlines of steps that have no parts, and do not read the key of their place.

extension Perform: OutlinedStep {
  package var ownOutline: StepOutline {
    var outline = outline(.step)
    outline.seesContext = seesContext
    return outline
  }
}

extension DecodeJSON: OutlinedStep { package var ownOutline: StepOutline { outline(.step) } }
extension DownloadFile: OutlinedStep { package var ownOutline: StepOutline { outline(.step) } }
extension EncodeJSON: OutlinedStep { package var ownOutline: StepOutline { outline(.step) } }
extension FetchData: OutlinedStep { package var ownOutline: StepOutline { outline(.step) } }
extension LoadFile: OutlinedStep { package var ownOutline: StepOutline { outline(.step) } }
extension ParseJSON: OutlinedStep { package var ownOutline: StepOutline { outline(.step) } }
extension SaveFile: OutlinedStep { package var ownOutline: StepOutline { outline(.step) } }
extension UploadData: OutlinedStep { package var ownOutline: StepOutline { outline(.step) } }
extension UploadFile: OutlinedStep { package var ownOutline: StepOutline { outline(.step) } }
