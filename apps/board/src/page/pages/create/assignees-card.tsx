import { Avatar } from '../../components/marks/avatar.tsx';
import { plural } from '../../components/plural.ts';
import type { Assignees } from './assignees.ts';

/** The maximum number of names. */
const maxNames = 12;

/** Returns the sentence about the people, teams and approvals. */
function summaryOf({ list, unassignedCount, approvalCount }: Assignees): string {
  const teamCount = list.filter(({ isTeam }) => isTeam).length;
  const personCount = list.length - teamCount;
  const groups = [
    ...(personCount > 0 ? [plural(personCount, 'person', 'people')] : []),
    ...(teamCount > 0 ? [plural(teamCount, 'team')] : []),
  ];
  const verb = list.length === 1 ? 'has' : 'have';
  return [
    groups.length === 0 ? 'No task has an assignee.' : `${groups.join(' and ')} ${verb} tasks in this release.`,
    ...(unassignedCount > 0 && groups.length > 0
      ? [`${plural(unassignedCount, 'manual task')} ${unassignedCount === 1 ? 'has' : 'have'} no assignee.`]
      : []),
    ...(approvalCount > 0
      ? [`${plural(approvalCount, 'approval')} ${approvalCount === 1 ? 'is' : 'are'} needed.`]
      : []),
  ].join(' ');
}

/** The people and teams that get tasks in the release. */
export const AssigneesCard = ({ assignees }: { readonly assignees: Assignees }) => (
  <section class="card" aria-labelledby="assignees">
    <header>
      <h2 id="assignees">People and teams</h2>
    </header>
    <div class="body stack">
      {assignees.list.length > 0 && (
        <ul class="assignees">
          {assignees.list.slice(0, maxNames).map(({ name, isTeam, taskCount }) => (
            <li key={`${isTeam} ${name}`}>
              <Avatar name={name} isTeam={isTeam} isNamed />
              <bdi>{name}</bdi>
              <span class="sub">{plural(taskCount, 'task')}</span>
            </li>
          ))}
          {assignees.list.length > maxNames && <li>+{assignees.list.length - maxNames} more</li>}
        </ul>
      )}
      <p class="none">{summaryOf(assignees)}</p>
    </div>
  </section>
);
