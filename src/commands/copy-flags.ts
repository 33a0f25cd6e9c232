import { copyFlags } from '@/commands/flags'

copyFlags()
