import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Tabs } from '../../components/controls/tabs.tsx';
import { Skeleton } from '../../components/empty-state.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useQuery } from '../../live/queries.ts';
import { polled, type Topic } from '../../live/subscriptions.ts';
import { useNow } from '../../live/use-now.ts';
import { location } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { SaveView } from '../releases/views/saved-views.tsx';
import { useSavedViews } from '../releases/views/view-list.ts';
import { contextOf, type InsightsContext } from './data/insights-context.ts';
import type { ProgressResponse } from './data/responses.ts';
import { insightsUrl, type Page, pageUrl } from './data/url-state.ts';
import { dayAt } from './data/zones.ts';
import { FilterBar } from './filter-bar.tsx';
import { Freshness } from './freshness.tsx';
import { SettingsButton } from './settings-button.tsx';

const topics: readonly Topic[] = [polled];

const tabs: readonly (readonly [Page, string])[] = [
  ['overview', t('Overview')],
  ['dora', t('DORA')],
  ['tasks', t('Tasks')],
  ['waits', t('Waiting')],
  ['calendar', t('Calendar')],
  ['releases', t('Releases')],
  ['deployments', t('Deployments')],
  ['dashboards', t('Dashboards')],
];

/** The views without filters, or with filters of their own. */
const withoutFilters: readonly Page[] = ['dora', 'deployments', 'dashboards'];

interface Props {
  readonly page: Page;
  /** The title of the page. */
  readonly title: string;
  readonly children: (context: InsightsContext) => ComponentChildren;
}

/** Returns the progress of the server, and the context of the address once the time zone of reports is known. */
function useContext(page: Page) {
  const progress = useQuery<ProgressResponse>('/insights/progress', { topics });
  const now = useNow();
  const key = String(insightsUrl.params(insightsUrl.parse(location.value.query)));
  const { tz = 'UTC' } = progress.value.value ?? {};
  const isKnown = progress.value.value !== undefined;
  // A new context of the same day would send the same requests again.
  const today = dayAt(now, tz);
  const context = useMemo(
    () => (isKnown ? contextOf(insightsUrl.parse(new URLSearchParams(key)), tz, now, page) : null),
    [key, tz, today, isKnown, page],
  );
  return { progress, context };
}

/** The head, tabs and filters of a view of insights. */
export function Frame({ page, title, children }: Props) {
  const tabsRef = useRef<HTMLDivElement>(null);
  const { progress, context } = useContext(page);
  const views = useSavedViews();
  const { path, query } = location.value;
  const filters = insightsUrl.parse(query);
  useEffect(() => {
    document.title = t`${title} · Slipway`;
  }, [title]);
  // On a phone, the last tabs are outside the screen.
  useLayoutEffect(() => {
    const current = tabsRef.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  return (
    <section>
      <PageHead title="Insights" meta={<Freshness progress={progress.value.value} />}>
        <SettingsButton />
        <SaveView address={query.size === 0 ? path : `${path}?${query}`} views={views} />
      </PageHead>
      <div ref={tabsRef}>
        <Tabs
          label="Insights"
          tabs={tabs.map(([tab, name]) => ({ title: name, to: pageUrl(tab, filters), isCurrent: tab === page }))}
        />
      </div>
      {context !== null && !withoutFilters.includes(page) && <FilterBar context={context} />}
      <Refusal message={progress.refusal.value} retry={progress.retry} />
      {context === null ? progress.refusal.value === null && <Skeleton /> : children(context)}
    </section>
  );
}
