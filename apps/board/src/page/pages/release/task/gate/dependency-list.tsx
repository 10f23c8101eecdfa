import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { StatusBadge } from '../../../../components/marks/status.tsx';
import { useEntity } from '../../../../live/queries.ts';
import { Link } from '../../../../navigation/link.tsx';
import { parseTarget, releasePath, type Target, targetPart } from '../../target.ts';
import { releaseUrl } from '../../url-state.ts';

/** The maximum number of targets that are loaded for their titles. A gate may have hundreds. */
const maxLoadedTargets = 10;

interface TargetProps {
  readonly target: Target;
  /** The label of a target that is not loaded or that the user cannot view. */
  readonly name: string;
}

const TargetLink = ({ target: { releaseId, isArchived, task }, name }: TargetProps) => (
  <Link to={releaseUrl(releaseId, { isArchived, tab: 'flow', from: null }, task)}>{name}</Link>
);

interface TargetStatusProps extends TargetProps {
  /** Undefined if the release is not loaded or the user cannot view it. */
  readonly release: ReleaseResponse | undefined;
}

/** A link to a target, with its title and status if its release is loaded. */
export function TargetStatus({ target, name, release }: TargetStatusProps) {
  if (release === undefined) return <TargetLink target={target} name={name} />;
  const { title, status } = targetPart(release, target);
  return (
    <>
      <TargetLink target={target} name={title} /> <StatusBadge status={status} />
    </>
  );
}

function LoadedTarget(props: TargetProps) {
  const { releaseId, isArchived } = props.target;
  const { value } = useEntity<ReleaseResponse>(releasePath(props.target), isArchived ? [] : [`release=${releaseId}`]);
  return <TargetStatus {...props} release={value.value} />;
}

/** The targets of a gate as links. */
export function DependencyList({ dependencies = [] }: Pick<TaskResponse, 'dependencies'>) {
  if (dependencies.length === 0) return null;
  return (
    <section class="panel-section">
      <h3>
        Depends on <span class="badge">{dependencies.length}</span>
      </h3>
      <ul class="panel-list">
        {dependencies.map((dependency, index) => {
          const target = parseTarget(dependency);
          const name = dependency.archivedTargetTitle ?? dependency.targetId;
          return (
            <li key={dependency.id}>
              {target === null && name}
              {target !== null && index < maxLoadedTargets && <LoadedTarget target={target} name={name} />}
              {target !== null && index >= maxLoadedTargets && <TargetLink target={target} name={name} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
