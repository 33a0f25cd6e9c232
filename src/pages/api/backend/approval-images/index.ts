import { addApprovalImage } from '@/contract/approval-images'
import { notServed, serve } from '@/server/serve'

export default serve(notServed(addApprovalImage))
