import type { ReleaseResponse } from '@slipway/api-schema/plans';
import ChartGantt from '~icons/lucide/chart-gantt';
import Columns3 from '~icons/lucide/columns-3';
import MessageSquare from '~icons/lucide/message-square';
import Paperclip from '~icons/lucide/paperclip';
import Pencil from '~icons/lucide/pencil';
import Printer from '~icons/lucide/printer';
import Settings from '~icons/lucide/settings';
import Table2 from '~icons/lucide/table-2';
import Tag from '~icons/lucide/tag';
import { Icon, type IconNode } from '../../../components/marks/icon.tsx';
import { isFinished } from '../../../components/marks/status.tsx';
import { Link } from '../../../navigation/link.tsx';
import { fileCount } from '../plan.ts';
import { type ReleaseTab, releaseUrl, tabLabels, tabs, type UrlState } from '../url-state.ts';

const icons: Readonly<Record<ReleaseTab, IconNode>> = {
  flow: Columns3,
  edit: Pencil,
  table: Table2,
  timeline: ChartGantt,
  variables: Tag,
  properties: Settings,
  attachments: Paperclip,
  activity: MessageSquare,
  report: Printer,
};

interface Props {
  readonly release: Pick<ReleaseResponse, 'id' | 'status' | 'attachments' | 'variables' | 'phases'>;
  readonly urlState: UrlState;
}

/** Returns the number beside a tab; 0 for tabs without one. */
const countOf = (tab: ReleaseTab, release: Props['release']): number => {
  if (tab === 'attachments') return fileCount(release);
  return tab === 'variables' ? release.variables.length : 0;
};

/** The links to the tabs of a release that can be shown, with icons and the number of variables and files. */
export const ReleaseTabs = ({ release, urlState }: Props) => (
  <nav class="tabs" aria-label="Release views">
    {tabs.map((tab) => {
      if (tab === 'edit' && (urlState.isArchived || isFinished(release))) return null;
      // A menu opens the report.
      if (tab === 'report' && urlState.tab !== tab) return null;
      const count = countOf(tab, release);
      return (
        <Link key={tab} to={releaseUrl(release.id, { ...urlState, tab, from: null })} current={tab === urlState.tab}>
          <Icon of={icons[tab]} />
          {tabLabels[tab]}
          {count > 0 && <span class="badge">{count}</span>}
        </Link>
      );
    })}
  </nav>
);
