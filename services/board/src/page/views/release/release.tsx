import type { ExplanationAnswer, ReleaseAnswer } from '@slipway/wire';
import { useEffect, useMemo } from 'preact/hooks';
import type { Entity } from '../../data/entity.ts';
import { neededFor } from '../../data/needs.ts';
import { useTaskTypes } from '../../live/task-types.ts';
import { useEntity } from '../../live/use-entity.ts';
import type { Want } from '../../live/wants.ts';
import { DeadEnd } from '../../parts/dead-end.tsx';
import { FileLink } from '../../parts/files/file-link.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Markdown } from '../../parts/markdown.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { isOver } from '../../parts/status.tsx';
import { lastOf } from '../../place/ids.ts';
import { go, place, restate } from '../../place/router.ts';
import type { ViewProps } from '../view.ts';
import { Activity } from './activity.tsx';
import { Attachments } from './attachments.tsx';
import { Flow } from './flow/flow.tsx';
import { Forms } from './forms.tsx';
import { Reasons } from './head/reasons.tsx';
import { PlanTable } from './plan-table.tsx';
import { ReleaseHead } from './release-head.tsx';
import { lackingOn } from './rights.ts';
import { addressOf, queryOf, type Spot, spotIn } from './spot.ts';
import { explanationPathOf, pathOf } from './target.ts';
import { LoneTask } from './task/lone-task.tsx';
import { OpenTask } from './task/open-task.tsx';
import { useArchived } from './use-archived.ts';

interface Props {
  readonly shown: Entity<ReleaseAnswer>;
  readonly release: ReleaseAnswer;
  readonly explanation: ExplanationAnswer | undefined;
  readonly wanted: readonly Want[];
  readonly spot: Spot;
}

const loadVariables = async () => (await import('../variables/variables.tsx')).Variables;
const loadProperties = async () => (await import('./head/properties.tsx')).Properties;
const loadTimeline = async () => (await import('./timeline/timeline.tsx')).Timeline;

interface InTimeProps extends Omit<Props, 'explanation'> {
  readonly paged: { readonly from: number; readonly turn: (from: number) => void };
}

/** The release in time, by a script of its own. */
const InTime = ({ release, shown, spot, wanted, paged }: InTimeProps) => (
  <Loaded
    load={loadTimeline}
    given={{
      release,
      shown,
      wanted,
      isOver: spot.isArchived || isOver(release),
      ...paged,
      addressOfTask: (id: string) => addressOf(release.id, spot, id),
    }}
  />
);

interface FilesProps extends Pick<Props, 'release' | 'shown'> {
  readonly isArchived: boolean;
}

/** The files of the release, and all of it as one. */
const Files = ({ release, shown, isArchived }: FilesProps) => (
  <>
    <Attachments
      of={`/releases/${lastOf(release.id)}`}
      attachments={release.attachments}
      isArchived={isArchived}
      lacking={lackingOn(release, neededFor('attachToRelease'))}
      refresh={shown.refresh}
    />
    <FileLink path={`/releases/${lastOf(release.id)}/export`}>Export the release</FileLink>
  </>
);

/** The release in the form that the address names. */
function InForm({ shown, release, spot, wanted }: Props) {
  const paged = { from: spot.from ?? 0, turn: (from: number) => go(addressOf(release.id, { ...spot, from })) };
  switch (spot.form) {
    case 'flow':
      return (
        <>
          {release.description && <Markdown text={release.description} />}
          <Flow releaseId={release.id} phases={release.phases} spot={spot} />
        </>
      );
    case 'table':
      return <PlanTable release={release} spot={spot} />;
    case 'timeline':
      return <InTime shown={shown} release={release} spot={spot} wanted={wanted} paged={paged} />;
    case 'properties':
      return <Loaded load={loadProperties} given={{ release, isArchived: spot.isArchived, refresh: shown.refresh }} />;
    case 'variables':
      return (
        <Loaded
          load={loadVariables}
          given={{
            of: release,
            isArchived: spot.isArchived,
            lacking: lackingOn(release, neededFor('updateVariable')),
            refresh: shown.refresh,
            ...paged,
          }}
        />
      );
    case 'attachments':
      return <Files release={release} shown={shown} isArchived={spot.isArchived} />;
    case 'activity':
      return <Activity release={release} spot={spot} wanted={wanted} />;
  }
}

/** A release: why it does not move, and its plan as it flows. */
export function Release({ parts: { id = '' } }: ViewProps) {
  const written = String(queryOf(spotIn(place.value.query)));
  // A stable object while the address is equal, independent of the open task
  const spot = useMemo(() => spotIn(new URLSearchParams(written)), [written]);
  const { isArchived } = spot;
  const wanted: readonly Want[] = isArchived ? [] : [`release=${id}`];
  const shown = useEntity<ReleaseAnswer>(pathOf({ releaseId: id, isArchived }), wanted);
  const why = useEntity<ExplanationAnswer>(isArchived ? null : explanationPathOf(id), wanted);
  useTaskTypes();
  useArchived(id, spot, shown.refusal.value !== null);
  const release = shown.value.value;
  const explanation = why.value.value;
  const title = release?.title;
  const isTemplate = release?.status === 'TEMPLATE';
  useEffect(() => {
    if (isTemplate) restate(`/templates/${id}`);
  }, [isTemplate]);
  useEffect(() => {
    document.title = `${title ?? 'Release'} · Slipway`;
  }, [title]);
  const task = place.value.query.get('task');
  const refusal = shown.refusal.value;
  if (release === undefined && task !== null && refusal !== null && !isArchived)
    return <LoneTask key={task} releaseId={id} id={task} spot={spot} sentence={refusal} />;
  if (release === undefined)
    return <DeadEnd what="release" sentence={shown.refusal.value} list={['/releases', 'All releases']} />;
  const given = { shown, release, explanation, wanted, spot };
  return (
    <section>
      <Refusal sentence={shown.refusal.value} />
      <ReleaseHead release={release} shown={shown} isArchived={isArchived} wanted={wanted} />
      {!isArchived && !isOver(release) && (
        <Reasons
          release={release}
          explanation={explanation}
          refusal={why.refusal.value}
          addressOfTask={(task) => addressOf(release.id, spot, task)}
        />
      )}
      <Forms release={release} spot={spot} />
      <InForm {...given} />
      <OpenTask {...given} />
    </section>
  );
}
