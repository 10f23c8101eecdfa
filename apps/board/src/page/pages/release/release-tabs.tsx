import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { Tabs } from '../../components/tabs.tsx';
import { releaseUrl, tabLabels, tabs, type UrlState } from './url-state.ts';

interface Props {
  readonly release: Pick<ReleaseResponse, 'id'>;
  readonly urlState: UrlState;
}

/** The ways to the other forms of a release. */
export const ReleaseTabs = ({ release: { id }, urlState }: Props) => (
  <Tabs
    label="Forms of this release"
    tabs={tabs.map((tab) => ({
      title: tabLabels[tab],
      to: releaseUrl(id, { ...urlState, tab, from: null }),
      isCurrent: tab === urlState.tab,
    }))}
  />
);
