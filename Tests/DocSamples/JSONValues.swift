// What samples in the doc comments of JSONValues use, for scripts/check-code.py.

import JSONValues
