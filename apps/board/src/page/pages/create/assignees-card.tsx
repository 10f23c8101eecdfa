import { Avatar } from '../../components/marks/avatar.tsx';
import { UserName } from '../../components/marks/user-name.tsx';
import { plural, t } from '../../navigation/text.ts';
import type { Assignees } from './assignees.ts';

/** The maximum number of names. */
const maxNames = 12;

/** Returns the sentence about the people and teams. */
function describePeople(personCount: number, teamCount: number): string {
  if (personCount === 0 && teamCount === 0) return t('No task has an assignee.');
  if (teamCount === 0)
    return plural(personCount, '# person has tasks in this release.', '# people have tasks in this release.');
  if (personCount === 0)
    return plural(teamCount, '# team has tasks in this release.', '# teams have tasks in this release.');
  const people = plural(personCount, '# person', '# people');
  return plural(
    teamCount,
    `${people} and # team have tasks in this release.`,
    `${people} and # teams have tasks in this release.`,
  );
}

/** Returns the sentence about the people, teams and approvals. */
function summaryOf({ list, unassignedCount, approvalCount }: Assignees): string {
  const teamCount = list.filter(({ isTeam }) => isTeam).length;
  const personCount = list.length - teamCount;
  return [
    describePeople(personCount, teamCount),
    ...(unassignedCount > 0 && list.length > 0
      ? [plural(unassignedCount, '# manual task has no assignee.', '# manual tasks have no assignee.')]
      : []),
    ...(approvalCount > 0 ? [plural(approvalCount, '# approval is needed.', '# approvals are needed.')] : []),
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
              {isTeam ? <bdi>{name}</bdi> : <UserName name={name} />}
              <span class="sub">{plural(taskCount, '# task', '# tasks')}</span>
            </li>
          ))}
          {assignees.list.length > maxNames && <li>+{assignees.list.length - maxNames} more</li>}
        </ul>
      )}
      <p class="none">{summaryOf(assignees)}</p>
    </div>
  </section>
);
