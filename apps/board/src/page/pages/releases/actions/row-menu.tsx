import type { ListedRelease } from '@slipway/api-schema/search';
import ExternalLink from '~icons/lucide/external-link';
import LinkIcon from '~icons/lucide/link';
import { copyText } from '../../../components/controls/copy-button.tsx';
import { type MenuAction, MenuList } from '../../../components/controls/menu.tsx';
import { linkTo } from '../../../navigation/base.ts';
import { navigate } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import { auditReportAction } from '../../release/report/audit-report.ts';
import { releasePath } from '../columns.tsx';
import { availabilityOf, rowActions } from './release-actions.ts';
import { actionIcons } from './release-bulk-bar.tsx';
import type { ReleaseActions } from './use-release-actions.ts';

interface Props {
  readonly id: string;
  /** The release whose button opened the menu; null before the menu opens. */
  readonly release: ListedRelease | null;
  readonly actions: ReleaseActions;
}

const copyLink = (release: ListedRelease): Promise<void> =>
  copyText(new URL(linkTo(releasePath(release)), document.baseURI).href);

/** Returns the actions on a release that its status allows. */
const actionsOn = (release: ListedRelease, actions: ReleaseActions): readonly MenuAction[] =>
  rowActions
    .filter((action) => action.hasDialog || action.isAvailableFor(release))
    .map((action) => ({
      label:
        action.name === 'abort' ? t('Abort release…') : action.hasDialog ? action.label : t`${action.label} release`,
      icon: actionIcons[action.name],
      isDanger: action.name === 'abort',
      disabledReason: availabilityOf(action, [release]).disabledReason,
      run: () => actions.begin(action, [release]),
    }));

/** The menu with the actions on one release. All rows share it. */
export function RowMenu({ id, release, actions }: Props) {
  const all = release === null ? [] : actionsOn(release, actions);
  const open: readonly MenuAction[] =
    release === null
      ? []
      : [
          { label: t('Open release'), icon: ExternalLink, run: () => navigate(releasePath(release)) },
          { label: t('Copy link'), icon: LinkIcon, run: () => void copyLink(release) },
          auditReportAction(release.id),
        ];
  const name = release === null ? t('Actions') : t`Actions for ${release.title}`;
  return (
    <MenuList
      id={id}
      label={name}
      sections={[
        { actions: open },
        { actions: all.filter(({ isDanger }) => isDanger !== true) },
        { actions: all.filter(({ isDanger }) => isDanger === true) },
      ]}
    />
  );
}
