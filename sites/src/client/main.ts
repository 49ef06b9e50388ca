import { defineActions } from './actions.ts'
import { defineBlocks } from './blocks/define-blocks.ts'
import { defineDismiss } from './dismiss.ts'
import { defineFeedback } from './feedback.ts'
import { defineMenu } from './menu.ts'
import { defineOutline } from './outline.ts'
import { defineSearch } from './search.ts'
import { closeSiteMenuWhenWide } from './site-menu.ts'
import { defineTheme } from './theme.ts'
import { defineTree } from './tree.ts'
import { reportView } from './view.ts'

defineTheme()
defineSearch()
defineMenu()
defineTree()
defineOutline()
defineActions()
defineFeedback()
defineDismiss()
defineBlocks()
closeSiteMenuWhenWide()
reportView()
