import { Lazy } from '../../components/lazy.tsx';
import { NotFound } from '../../components/not-found.tsx';
import type { ViewProps } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import type { InsightsContext } from './data/insights-context.ts';
import { type Page, pages } from './data/url-state.ts';
import { Frame } from './frame.tsx';

interface Content {
  readonly context: InsightsContext;
}

const loadTasks = async () => (await import('./insight-tasks.tsx')).Tasks;
const loadWaits = async () => (await import('./insight-waits.tsx')).Waits;
const loadCalendar = async () => (await import('./insight-calendar.tsx')).Calendar;
const loadDora = async () => (await import('./dora/dora.tsx')).Dora;
const loadDeployments = async () => (await import('./dora/deployments.tsx')).Deployments;
const loadDashboards = async () => (await import('./dashboards/dashboards.tsx')).Dashboards;
const loadReleases = async () => (await import('./rows.tsx')).Rows;

function PageContent({ page, context }: Content & { readonly page: Exclude<Page, 'overview'> }) {
  switch (page) {
    case 'tasks':
      return <Lazy load={loadTasks} props={{ context }} />;
    case 'waits':
      return <Lazy load={loadWaits} props={{ context }} />;
    case 'calendar':
      return <Lazy load={loadCalendar} props={{ context }} />;
    case 'releases':
      return <Lazy load={loadReleases} props={{ context }} />;
    case 'dora':
      return <Lazy load={loadDora} props={{ context }} />;
    case 'deployments':
      return <Lazy load={loadDeployments} props={{ context }} />;
    case 'dashboards':
      return <Lazy load={loadDashboards} props={{ context }} />;
  }
}

const titles: Readonly<Record<Exclude<Page, 'overview'>, string>> = {
  tasks: t('Slowest and most failed tasks'),
  waits: t('Waits of folders and teams'),
  calendar: t('Calendar of releases'),
  releases: t('Releases of a period'),
  dora: t('Metrics of DORA'),
  deployments: t('Deployments of a period'),
  dashboards: t('Dashboards'),
};

/** A view of insights below the first one: its page is the last part of the path. */
export function Insight({ params: { page: name } }: ViewProps) {
  const page = pages.find((candidate) => candidate === name);
  if (page === undefined || page === 'overview')
    return <NotFound kind="page" message={null} list={['/insights', t('Insights')]} retry={null} />;
  return (
    <Frame key={page} page={page} title={titles[page]}>
      {(context) => <PageContent page={page} context={context} />}
    </Frame>
  );
}
