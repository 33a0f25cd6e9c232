import { copyAssets } from '@/commands/assets'

copyAssets()
