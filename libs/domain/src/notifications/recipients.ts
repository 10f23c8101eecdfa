import type { NewEvent } from '../model/catalogs/event-types.ts';
import { type RecipientGroup, recipientGroups } from '../notification-choices/choices.ts';
import type { RuleRecipient } from './settings.ts';

/** The team that is notified about tasks without an assignee. */
export const adminTeam = 'Release Admin';

/** The members of teams and roles. Names of users are in lower case. */
export interface Directory {
  /** the members of a team of the folder or release of the event, also through roles and groups */
  readonly team: (name: string) => readonly string[];
  /** the users with a role, also through groups */
  readonly role: (name: string) => readonly string[];
}

/** An event with the watchers of its task. */
export interface AddressedEvent extends Pick<NewEvent, 'audience' | 'type'> {
  readonly watchers: readonly string[];
}

/** Why a user was selected: a group, the kind of a named recipient, or that the user follows the object. */
export type RecipientReason = RecipientGroup | 'user' | 'team' | 'role' | 'follow';

const present = (name: string | undefined): readonly string[] => (name === undefined ? [] : [name.toLowerCase()]);
const teamOf = (directory: Directory, name: string | undefined): readonly string[] =>
  name === undefined ? [] : directory.team(name);
const ownerOrTeam = (directory: Directory, owner: string | undefined, team: string | undefined) =>
  owner === undefined ? teamOf(directory, team) : present(owner);

const members: Readonly<Record<RecipientGroup, (event: AddressedEvent, directory: Directory) => readonly string[]>> = {
  assignee: ({ audience: { owner, team } }, directory) => ownerOrTeam(directory, owner, team),
  assigneeOrAdmin: ({ audience: { owner, team } }, directory) => ownerOrTeam(directory, owner, team ?? adminTeam),
  taskOwner: ({ audience }) => present(audience.owner),
  taskTeam: ({ audience }, directory) => teamOf(directory, audience.team),
  previousAssignee: ({ audience: { previousOwner, previousTeam } }, directory) =>
    ownerOrTeam(directory, previousOwner, previousTeam),
  approvers: ({ audience: { approverTeams = [], approverRoles = [], nonApprovers = [] } }, directory) => {
    const excluded = new Set(nonApprovers.map((name) => name.toLowerCase()));
    const all = [
      ...approverTeams.flatMap((name) => directory.team(name)),
      ...approverRoles.flatMap((name) => directory.role(name)),
    ];
    return all.filter((name) => !excluded.has(name));
  },
  mentioned: ({ audience: { mentioned = [] } }, directory) =>
    mentioned.flatMap((name) => [...present(name), ...directory.team(name)]),
  watchers: ({ watchers }) => watchers.map((name) => name.toLowerCase()),
  releaseOwner: ({ audience }) => present(audience.releaseOwner),
  releaseAdmin: (_, directory) => directory.team(adminTeam),
  subjectOwner: ({ audience }) => present(audience.subjectOwner),
};

/** Returns the group through which `assigneeOrAdmin` selects users, so that messages name the exact reason. */
const groupOf = (group: RecipientGroup, { audience: { owner, team } }: AddressedEvent): RecipientGroup => {
  if (group !== 'assigneeOrAdmin') return group;
  return owner === undefined && team === undefined ? 'releaseAdmin' : 'assignee';
};

const groupNames: ReadonlySet<string> = new Set(recipientGroups);
const isGroup = (recipient: RuleRecipient): recipient is RecipientGroup => groupNames.has(recipient);

/** The kind and the name of a recipient such as `team:Operations`. */
export function parseRecipient(
  recipient: string,
): { readonly kind: 'user' | 'team' | 'role'; readonly name: string } | null {
  const [, kind, name = ''] = /^(user|team|role):(.+)$/s.exec(recipient) ?? [];
  return kind === 'user' || kind === 'team' || kind === 'role' ? { kind, name } : null;
}

/** Returns the users whom a recipient of a rule selects. */
export function usersOf(
  recipient: RuleRecipient,
  event: AddressedEvent,
  directory: Directory,
): { readonly reason: RecipientReason; readonly users: readonly string[] } {
  if (isGroup(recipient)) return { reason: groupOf(recipient, event), users: members[recipient](event, directory) };
  const named = parseRecipient(recipient);
  switch (named?.kind) {
    case 'user':
      return { reason: 'user', users: present(named.name) };
    case 'team':
      return { reason: 'team', users: directory.team(named.name) };
    case 'role':
      return { reason: 'role', users: directory.role(named.name) };
    case undefined:
      return { reason: 'user', users: [] };
  }
}
