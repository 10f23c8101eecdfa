import BookOpen from '~icons/lucide/book-open';
import CircleQuestionMark from '~icons/lucide/circle-question-mark';
import CodeXml from '~icons/lucide/code-xml';
import Keyboard from '~icons/lucide/keyboard';
import Library from '~icons/lucide/library';
import { Menu, type MenuSection } from '../components/controls/menu.tsx';
import { Icon } from '../components/marks/icon.tsx';
import { linkTo } from '../navigation/base.ts';
import { location } from '../navigation/router.ts';
import { t } from '../navigation/text.ts';
import { helpUrl, indexPage } from '../pages/help/links.ts';
import { matchView } from '../pages/views.ts';
import { isShortcutsDialogShown } from './menu.ts';

/** Opens a path below the root in a new tab, so that the user does not lose the place in the current view. */
const openTab = (path: string): void => void window.open(linkTo(path), '_blank', 'noopener');

/** Returns the path of the documentation page about the current view. */
export const currentHelp = (): string => helpUrl(matchView(location.value.path)?.view.help ?? indexPage);

const sections = (): readonly MenuSection[] => [
  {
    actions: [
      { label: t('Help for this page'), icon: BookOpen, run: () => openTab(currentHelp()) },
      { label: t('All documentation'), icon: Library, run: () => openTab(helpUrl(indexPage)) },
      { label: t('REST API explorer'), icon: CodeXml, run: () => openTab('/docs') },
    ],
  },
  {
    actions: [
      {
        label: t('Keyboard shortcuts'),
        icon: Keyboard,
        shortcut: '?',
        run: () => (isShortcutsDialogShown.value = true),
      },
    ],
  },
];

/** The menu with the documentation and the keyboard shortcuts. */
export const HelpMenu = () => (
  <Menu label="Help" sections={sections()} buttonClass="quiet square wide">
    <Icon of={CircleQuestionMark} />
  </Menu>
);
