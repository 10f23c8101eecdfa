import { isGroupType, isTemplate, type Release, type Task } from '@slipway/domain/model';
import type { Differences } from '../rows/differences.ts';
import type { StatementPart } from './compose.ts';

const insertChange = `insert into plan_changes (release_id, folder_id, template, listed, people)
  select r.id, $1::text, $2::boolean, $3::boolean, $4::text[] from r`;

/** The recipient of a task without owner and team: the release owner and users who assign tasks. */
export const unassigned = 'unassigned';

/**
 * The notification of event streams about a save: the plan, whether lists show the change, and the users of the
 * changed tasks.
 */
export const changePart = ({ folderId, status }: Release, changes: Differences): StatementPart => ({
  key: 'pc',
  sql: insertChange,
  values: [folderId, isTemplate(status), changes.release, findAffectedPeople(changes)],
});

/** The users of the changed tasks, before or after; null: none. */
export function findAffectedPeople({
  tasks: { added, changed, runChanges, previousTasks },
}: Pick<Differences, 'tasks'>): readonly string[] | null {
  const people = new Set<string>();
  for (const { task } of added) addPeople(people, task);
  for (const { task } of changed) addPeople(people, task);
  for (const task of runChanges) addPeople(people, task);
  for (const task of previousTasks) addPeople(people, task);
  return people.size === 0 ? null : [...people];
}

function addPeople(people: Set<string>, { definition }: Task): void {
  const { type, owner, team, approvalRequirements } = definition;
  if (owner !== null) people.add(`user:${owner.toLowerCase()}`);
  if (team !== null) people.add(`team:${team}`);
  if (owner === null && team === null && !isGroupType(type)) people.add(unassigned);
  for (const requirement of approvalRequirements) {
    if (requirement.role !== null) people.add(`role:${requirement.role.toLowerCase()}`);
    else if (requirement.team !== null) people.add(`team:${requirement.team}`);
  }
}
