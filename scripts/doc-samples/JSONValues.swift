// What samples in the doc comments of JSONValues use, for scripts/check-samples.py.

import JSONValues
