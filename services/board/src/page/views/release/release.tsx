import type { ExplanationResponse, ReleaseResponse } from '@slipway/wire';
import { useEffect, useMemo } from 'preact/hooks';
import type { Entity } from '../../data/entity.ts';
import { neededPermissions } from '../../data/needs.ts';
import { useTaskTypes } from '../../live/task-types.ts';
import { useEntity } from '../../live/use-entity.ts';
import type { Topic } from '../../live/wants.ts';
import { NotFound } from '../../parts/dead-end.tsx';
import { FileLink } from '../../parts/files/file-link.tsx';
import { Lazy } from '../../parts/loaded.tsx';
import { Markdown } from '../../parts/markdown.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { isFinished } from '../../parts/status.tsx';
import { lastSegment } from '../../place/ids.ts';
import { navigate, location, replaceUrl } from '../../place/router.ts';
import type { ViewProps } from '../view.ts';
import { Activity } from './activity.tsx';
import { Attachments } from './attachments.tsx';
import { Flow } from './flow/flow.tsx';
import { ReleaseTabs } from './forms.tsx';
import { Reasons } from './head/reasons.tsx';
import { PlanTable } from './plan-table.tsx';
import { ReleaseHead } from './release-head.tsx';
import { missingPermissionOn } from './rights.ts';
import { releaseUrl, toQuery, type UrlState, parseUrl } from './spot.ts';
import { explanationPath, releasePath } from './target.ts';
import { StandaloneTask } from './task/lone-task.tsx';
import { OpenTask } from './task/open-task.tsx';
import { useArchiveRedirect } from './use-archived.ts';

interface Props {
  readonly entity: Entity<ReleaseResponse>;
  readonly release: ReleaseResponse;
  readonly explanation: ExplanationResponse | undefined;
  readonly topics: readonly Topic[];
  readonly urlState: UrlState;
}

const loadVariables = async () => (await import('../variables/variables.tsx')).Variables;
const loadProperties = async () => (await import('./head/properties.tsx')).Properties;
const loadTimeline = async () => (await import('./timeline/timeline.tsx')).Timeline;

interface TimelineTabProps extends Omit<Props, 'explanation'> {
  readonly paging: { readonly from: number; readonly goToPage: (from: number) => void };
}

/** The release in time, by a script of its own. */
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

interface FilesTabProps extends Pick<Props, 'release' | 'entity'> {
  readonly isArchived: boolean;
}

/** The files of the release, and all of it as one. */
const FilesTab = ({ release, entity, isArchived }: FilesTabProps) => (
  <>
    <Attachments
      ownerPath={`/releases/${lastSegment(release.id)}`}
      attachments={release.attachments}
      isArchived={isArchived}
      missingPermission={missingPermissionOn(release, neededPermissions('attachToRelease'))}
      refresh={entity.refresh}
    />
    <FileLink path={`/releases/${lastSegment(release.id)}/export`}>Export the release</FileLink>
  </>
);

/** The release in the form that the address names. */
function TabContent({ entity, release, urlState, topics }: Props) {
  const paging = { from: urlState.from ?? 0, goToPage: (from: number) => navigate(releaseUrl(release.id, { ...urlState, from })) };
  switch (urlState.tab) {
    case 'flow':
      return (
        <>
          {release.description && <Markdown text={release.description} />}
          <Flow releaseId={release.id} phases={release.phases} urlState={urlState} />
        </>
      );
    case 'table':
      return <PlanTable release={release} urlState={urlState} />;
    case 'timeline':
      return <TimelineTab entity={entity} release={release} urlState={urlState} topics={topics} paging={paging} />;
    case 'properties':
      return <Lazy load={loadProperties} props={{ release, isArchived: urlState.isArchived, refresh: entity.refresh }} />;
    case 'variables':
      return (
        <Lazy
          load={loadVariables}
          props={{
            plan: release,
            isArchived: urlState.isArchived,
            missingPermission: missingPermissionOn(release, neededPermissions('updateVariable')),
            refresh: entity.refresh,
            ...paging,
          }}
        />
      );
    case 'attachments':
      return <FilesTab release={release} entity={entity} isArchived={urlState.isArchived} />;
    case 'activity':
      return <Activity release={release} urlState={urlState} topics={topics} />;
  }
}

/** A release: why it does not move, and its plan as it flows. */
export function Release({ params: { id = '' } }: ViewProps) {
  const search = String(toQuery(parseUrl(location.value.query)));
  // A stable object while the address is equal, independent of the open task
  const urlState = useMemo(() => parseUrl(new URLSearchParams(search)), [search]);
  const { isArchived } = urlState;
  const topics: readonly Topic[] = isArchived ? [] : [`release=${id}`];
  const entity = useEntity<ReleaseResponse>(releasePath({ releaseId: id, isArchived }), topics);
  const explanationEntity = useEntity<ExplanationResponse>(isArchived ? null : explanationPath(id), topics);
  useTaskTypes();
  useArchiveRedirect(id, urlState, entity.refusal.value !== null);
  const release = entity.value.value;
  const explanation = explanationEntity.value.value;
  const title = release?.title;
  const isTemplate = release?.status === 'TEMPLATE';
  useEffect(() => {
    if (isTemplate) replaceUrl(`/templates/${id}`);
  }, [isTemplate]);
  useEffect(() => {
    document.title = `${title ?? 'Release'} · Slipway`;
  }, [title]);
  const task = location.value.query.get('task');
  const refusal = entity.refusal.value;
  if (release === undefined && task !== null && refusal !== null && !isArchived)
    return <StandaloneTask key={task} releaseId={id} id={task} urlState={urlState} sentence={refusal} />;
  if (release === undefined)
    return <NotFound kind="release" sentence={entity.refusal.value} list={['/releases', 'All releases']} />;
  const commonProps = { entity, release, explanation, topics, urlState };
  return (
    <section>
      <Refusal sentence={entity.refusal.value} />
      <ReleaseHead release={release} entity={entity} isArchived={isArchived} topics={topics} />
      {!isArchived && !isFinished(release) && (
        <Reasons
          release={release}
          explanation={explanation}
          refusal={explanationEntity.refusal.value}
          taskUrl={(task) => releaseUrl(release.id, urlState, task)}
        />
      )}
      <ReleaseTabs release={release} urlState={urlState} />
      <TabContent {...commonProps} />
      <OpenTask {...commonProps} />
    </section>
  );
}
