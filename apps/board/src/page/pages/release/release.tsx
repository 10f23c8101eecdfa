import type { ExplanationResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Entity } from '../../api/entity.ts';
import type { Retry } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { missingPermissionOn } from '../../api/permissions.ts';
import { Lazy } from '../../components/lazy.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { isFinished } from '../../components/marks/status.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useEntity } from '../../live/queries.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { useTaskTypes } from '../../live/task-types.ts';
import { location, navigate, replaceUrl, type ViewProps } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { FilesTab } from './files-tab.tsx';
import { Flow } from './flow/flow.tsx';
import { Reasons } from './head/reasons.tsx';
import { ReleaseHead } from './head/release-head.tsx';
import { ReleaseTabs } from './head/release-tabs.tsx';
import { explanationPath, releasePath } from './target.ts';
import { releaseState, releaseUrl, type UrlState } from './url-state.ts';
import { useReleaseBreadcrumb } from './use-release-breadcrumb.ts';

/**
 * Redirects the URL of a release to the place where the release is: the archive or the live releases. `isMissing`: the
 * place in the URL has no release with the id.
 */
function usePlaceRedirect(releaseId: string, urlState: UrlState, isMissing: boolean): void {
  const isArchived = !urlState.isArchived;
  const other = useEntity<ReleaseResponse>(isMissing ? releasePath({ releaseId, isArchived }) : null, []);
  const isFound = isMissing && other.value.value !== undefined;
  useEffect(() => {
    const task = location.peek().query.get('task') ?? undefined;
    if (isFound) replaceUrl(releaseUrl(releaseId, { ...urlState, isArchived }, task));
  }, [isFound]);
}

interface Props {
  readonly entity: Entity<ReleaseResponse>;
  readonly release: ReleaseResponse;
  readonly explanation: ExplanationResponse | undefined;
  readonly topics: readonly Topic[];
  readonly urlState: UrlState;
}

const loadOpenTask = async () => (await import('./task/open-task.tsx')).OpenTask;
const loadStandaloneTask = async () => (await import('./task/open-task.tsx')).StandaloneTask;
const loadEdit = async () => (await import('./edit.tsx')).EditTab;
const loadActivity = async () => (await import('./activity/activity.tsx')).Activity;
const loadVariables = async () => (await import('../variables/variables.tsx')).Variables;
const loadTable = async () => (await import('./plan-table.tsx')).PlanTable;
const loadProperties = async () => (await import('./head/properties.tsx')).Properties;
const loadReport = async () => (await import('./report/report.tsx')).Report;
const loadTimeline = async () => (await import('./timeline/timeline.tsx')).Timeline;

/** The delay before the script of the task panel is loaded in advance, in milliseconds. */
const panelDelayMs = 1_000;

/** Loads the script of the task panel after the release, so that a task opens at once. */
function usePanelInAdvance(isLoaded: boolean): void {
  useEffect(() => {
    if (isLoaded) setTimeout(() => void loadOpenTask().catch(() => {}), panelDelayMs);
  }, [isLoaded]);
}

interface TimelineTabProps extends Omit<Props, 'explanation'> {
  readonly paging: { readonly from: number; readonly goToPage: (from: number) => void };
}

/** The timeline of a release, in its own script. */
const TimelineTab = ({ release, entity, urlState, topics, paging }: TimelineTabProps) => (
  <Lazy
    load={loadTimeline}
    props={{
      release,
      entity,
      topics,
      isFinished: urlState.isArchived || isFinished(release),
      ...paging,
      taskUrl: (id: string) => releaseUrl(release.id, urlState, id),
    }}
  />
);

/** The tab of the release that the URL selects. */
function TabContent({ entity, release, urlState, topics }: Props) {
  const paging = {
    from: urlState.from ?? 0,
    goToPage: (from: number) => navigate(releaseUrl(release.id, { ...urlState, from })),
  };
  switch (urlState.tab) {
    case 'flow':
      return (
        <>
          {release.description && <Markdown text={release.description} />}
          <Flow release={release} urlState={urlState} topics={topics} />
        </>
      );
    case 'edit':
      return <Lazy load={loadEdit} props={{ release, entity, topics, urlState }} />;
    case 'table':
      return <Lazy load={loadTable} props={{ release, urlState }} />;
    case 'timeline':
      return <TimelineTab entity={entity} release={release} urlState={urlState} topics={topics} paging={paging} />;
    case 'properties':
      return (
        <Lazy load={loadProperties} props={{ release, isArchived: urlState.isArchived, refresh: entity.refresh }} />
      );
    case 'variables':
      return (
        <Lazy
          load={loadVariables}
          props={{
            plan: release,
            isArchived: urlState.isArchived,
            missingPermission: missingPermissionOn(release, 'updateVariable'),
            refresh: entity.refresh,
            ...paging,
          }}
        />
      );
    case 'attachments':
      return <FilesTab release={release} entity={entity} urlState={urlState} />;
    case 'activity':
      return <Lazy load={loadActivity} props={{ release, urlState, topics }} />;
    case 'report':
      return <Lazy load={loadReport} props={{ release, topics }} />;
  }
}

/** A release that does not exist, that the user cannot view, or that cannot be loaded. */
const UnavailableRelease = ({ entity: { refusal, retry } }: Pick<Props, 'entity'>) => (
  <NotFound kind="release" message={refusal.value} list={['/releases', t('All releases')]} retry={retry} />
);

interface PageProps extends Props {
  readonly explanationRefusal: DisplayMessage | null;
  readonly retryExplanation: Retry;
}

/** The head of a release, the reasons why it does not progress, and the tab that the URL selects. */
function ReleasePage({ explanationRefusal, retryExplanation, ...props }: PageProps) {
  const { release, entity, explanation, topics, urlState } = props;
  const { isArchived } = urlState;
  // The editor of a task has no actions.
  const taskState = urlState.tab === 'edit' ? ({ ...urlState, tab: 'flow' } as const) : urlState;
  const taskUrl = (task: string): string => releaseUrl(release.id, taskState, task);
  return (
    <>
      <Refusal message={entity.refusal.value} retry={entity.retry} />
      <ReleaseHead
        release={release}
        entity={entity}
        isArchived={isArchived}
        topics={topics}
        taskUrl={taskUrl}
        urlOf={(tab) => releaseUrl(release.id, { ...urlState, tab, from: null })}
      />
      {!isArchived && !isFinished(release) && (
        <Reasons {...{ release, explanation, taskUrl }} refusal={explanationRefusal} retry={retryExplanation} />
      )}
      <ReleaseTabs release={release} urlState={urlState} />
      <TabContent {...props} />
    </>
  );
}

/**
 * The release that the page behind an open task shows: each change one frame later than the task. So the task shows the
 * result of an action without waiting for the render of the page.
 */
function useReleaseBehindTask(release: ReleaseResponse | undefined, isTaskOpen: boolean): ReleaseResponse | undefined {
  const [painted, setPainted] = useState(release);
  // An effect runs after the frame was painted.
  useEffect(() => setPainted(release), [release]);
  return (isTaskOpen && painted) || release;
}

/** The view of a release, with the task that the URL selects. */
export function Release({ params: { id = '' } }: ViewProps) {
  const search = String(releaseState.params(releaseState.parse(location.value.query)));
  // Memoized, so that the object does not change when a task opens.
  const urlState = useMemo(() => releaseState.parse(new URLSearchParams(search)), [search]);
  const { isArchived } = urlState;
  const topics = useMemo((): readonly Topic[] => (isArchived ? [] : [`release=${id}`]), [id, isArchived]);
  const entity = useEntity<ReleaseResponse>(releasePath({ releaseId: id, isArchived }), topics);
  const explanationEntity = useEntity<ExplanationResponse>(isArchived ? null : explanationPath(id), topics);
  useTaskTypes();
  usePlaceRedirect(id, urlState, entity.refusal.value !== null);
  const release = entity.value.value;
  const explanation = explanationEntity.value.value;
  useEffect(() => {
    if (release?.status === 'TEMPLATE') replaceUrl(`/templates/${id}`);
    document.title = t`${release?.title ?? t('Release')} · Slipway`;
  }, [release?.status, release?.title]);
  useReleaseBreadcrumb(release);
  usePanelInAdvance(release !== undefined);
  const explanationRefusal = explanationEntity.refusal.value;
  const retryExplanation = explanationEntity.retry;
  const task = location.value.query.get('task');
  const shown = useReleaseBehindTask(release, task !== null);
  // Memoized, because a task that opens or closes does not change the page.
  const page = useMemo(
    () =>
      shown && (
        <ReleasePage
          {...{ entity, release: shown, explanation, explanationRefusal, retryExplanation, topics, urlState }}
        />
      ),
    [entity, shown, explanation, explanationRefusal, retryExplanation, topics, urlState],
  );
  const refusal = entity.refusal.value;
  if (release === undefined && task !== null && refusal !== null && entity.retry === null && !isArchived)
    return <Lazy key={task} load={loadStandaloneTask} props={{ releaseId: id, id: task, urlState, refusal }} />;
  if (release === undefined) return <UnavailableRelease entity={entity} />;
  return (
    <section class="release">
      {page}
      {task !== null && urlState.tab !== 'edit' && (
        <Lazy load={loadOpenTask} props={{ entity, release, explanation, topics, urlState }} />
      )}
    </section>
  );
}
