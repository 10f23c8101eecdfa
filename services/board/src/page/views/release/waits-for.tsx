import type { ReleaseAnswer, TaskAnswer } from '@slipway/wire';
import { useEntity } from '../../live/use-entity.ts';
import { StatusMark } from '../../parts/status.tsx';
import { Link } from '../../place/link.tsx';
import { addressOf } from './spot.ts';
import { partOf, pathOf, type Target, targetOf } from './target.ts';

/** The maximum number of loaded targets, for their titles: a gate may have hundreds. */
const mostAsked = 10;

interface TargetProps {
  readonly target: Target;
  /** The label of a target that is not loaded, or invisible */
  readonly name: string;
}

const TargetLink = ({ target: { releaseId, isArchived, task }, name }: TargetProps) => (
  <Link to={addressOf(releaseId, { isArchived, form: 'flow', from: null }, task)}>{name}</Link>
);

interface NamedProps extends TargetProps {
  /** undefined: not here yet, or it may not be seen */
  readonly release: ReleaseAnswer | undefined;
}

/** A target with its title and status, if its release is loaded. */
export function NamedTarget({ target, name, release }: NamedProps) {
  if (release === undefined) return <TargetLink target={target} name={name} />;
  const { title, status } = partOf(release, target);
  return (
    <>
      <TargetLink target={target} name={title} /> <StatusMark status={status} />
    </>
  );
}

function KnownTarget(props: TargetProps) {
  const { releaseId, isArchived } = props.target;
  const { value } = useEntity<ReleaseAnswer>(pathOf(props.target), isArchived ? [] : [`release=${releaseId}`]);
  return <NamedTarget {...props} release={value.value} />;
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
