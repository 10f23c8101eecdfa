import type { DependencyAnswer, ReleaseAnswer, TaskAnswer } from '@slipway/wire';
import { useEntity } from '../../live/use-entity.ts';
import { StatusMark } from '../../parts/status.tsx';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';
import { taskIn } from './plan.ts';
import { addressOf } from './spot.ts';

/** How many targets are asked for, to be called by their titles: a gate may have hundreds. */
const mostAsked = 10;

interface Target {
  readonly releaseId: string;
  readonly isArchived: boolean;
  readonly task: string | undefined;
  readonly id: string;
}

/** Where a target is; null: it is a placeholder that names nothing yet. */
function targetOf({ targetId, archivedTargetId }: DependencyAnswer): Target | null {
  const parts = targetId.split('/');
  const releaseId = parts.find((part) => part.startsWith('Release'));
  if (releaseId === undefined) return null;
  const task = parts.findLast((part) => part.startsWith('Task'));
  return { releaseId, isArchived: archivedTargetId !== undefined, task, id: targetId };
}

interface TargetProps {
  readonly target: Target;
  /** what it is called where nobody asks, or it may not be seen */
  readonly name: string;
}

const TargetLink = ({ target: { releaseId, isArchived, task }, name }: TargetProps) => (
  <Link to={addressOf(releaseId, { isArchived, form: 'flow', from: null }, task)}>{name}</Link>
);

/** What a target is of the release that it is in: all of it, a phase, or a task. */
function partOf(release: ReleaseAnswer, { id, task }: Target) {
  if (task !== undefined) return taskIn(release, task);
  return release.phases.find((phase) => lastOf(phase.id) === lastOf(id));
}

/** A target by its title and how it stands, as far as whoever looks may see it. */
function KnownTarget({ target, name }: TargetProps) {
  const { releaseId, isArchived } = target;
  const { value } = useEntity<ReleaseAnswer>(`/releases/${isArchived ? 'archived/' : ''}${releaseId}`, []);
  const release = value.value;
  if (release === undefined) return <TargetLink target={target} name={name} />;
  const part = partOf(release, target);
  return (
    <>
      <TargetLink target={target} name={part === undefined ? release.title : `${release.title} › ${part.title}`} />{' '}
      <StatusMark status={(part ?? release).status} />
    </>
  );
}

/** What a gate waits for, each with the way to it. */
export function WaitsFor({ dependencies = [] }: Pick<TaskAnswer, 'dependencies'>) {
  if (dependencies.length === 0) return null;
  return (
    <section>
      <h3>Waits for</h3>
      <ul>
        {dependencies.map((dependency, index) => {
          const target = targetOf(dependency);
          const name = dependency.archivedTargetTitle ?? dependency.targetId;
          return (
            <li key={dependency.id}>
              {target === null && name}
              {target !== null && index < mostAsked && <KnownTarget target={target} name={name} />}
              {target !== null && index >= mostAsked && <TargetLink target={target} name={name} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
