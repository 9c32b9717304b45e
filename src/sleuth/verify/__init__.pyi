from sleuth.verify.certificate import check_certificate as check_certificate
from sleuth.verify.verification import TreeVerdict as TreeVerdict
from sleuth.verify.verification import verify as verify
