import { permissionName } from '../../api/permission-words.ts';
import { assessorWords } from '../../components/marks/assessors.ts';
import { t } from '../../navigation/text.ts';

/** The labels of the members of an entry. */
const labels: Readonly<Record<string, string>> = {
  address: t('Address'),
  agent: t('Browser'),
  assessors: t('Scores'),
  atRiskFrom: t('At risk from'),
  attentionNeededFrom: t('Needs attention from'),
  author: t('Author'),
  email: t('Email'),
  expiryDate: t('Expires'),
  external: t('From an identity provider'),
  folderId: t('Folder'),
  fullName: t('Full name'),
  globalPermissions: t('Permissions'),
  groups: t('Groups'),
  id: t('ID'),
  invitedBy: t('Invited by'),
  loginAllowed: t('Can log in'),
  members: t('Members'),
  mustChangePassword: t('Must change password'),
  name: t('Name'),
  owner: t('Owner'),
  password: t('Password'),
  permissions: t('Permissions'),
  principals: t('Members'),
  releaseId: t('Release'),
  roles: t('Roles'),
  sharedWith: t('Shared with'),
  source: t('Source'),
  taskId: t('Task'),
  teams: t('Teams'),
  username: t('User name'),
  version: t('Version'),
};

/** Returns the label of a member; for a member of a later server, its name as words. */
const labelOf = (name: string): string => {
  const words = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return labels[name] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** A value as a text, with the stored text if the text is a name for it. */
export interface ShownValue {
  readonly text: string;
  readonly stored?: string;
  /** The last segment of the id of a folder, release or template. */
  readonly objectId?: string;
  /** The path of the view of a task. */
  readonly to?: string;
}

/** A member of an entry before and after the action. An empty list: it has no value. */
export interface ChangeRow {
  /** The name of the member; for a list of teams also the name of the team. */
  readonly key: string;
  readonly label: string;
  readonly before: readonly ShownValue[];
  readonly after: readonly ShownValue[];
}

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toMembers = (value: unknown): Members => (isMembers(value) ? value : {});

/** The members with the id of a folder, release or template. */
const objectMembers: readonly string[] = ['folderId', 'releaseId', 'sharedWith'];

function showOne(name: string, value: unknown): ShownValue {
  if (typeof value === 'boolean') return { text: value ? t('Yes') : t('No') };
  if (typeof value !== 'string') return { text: typeof value === 'object' ? JSON.stringify(value) : String(value) };
  if (name === 'permissions' || name === 'globalPermissions') return { text: permissionName(value), stored: value };
  return objectMembers.includes(name)
    ? { text: value, stored: value, objectId: value.slice(value.lastIndexOf('/') + 1) }
    : { text: value };
}

/** Returns a link to the task of a comment, whose title the entry does not contain. */
const showTask = (taskId: string, releaseId: string): readonly ShownValue[] => [
  { text: t('Open task'), stored: taskId, to: `/releases/${releaseId}?task=${taskId}` },
];

/** Returns the texts of a value: one for each item of a list, and for each score of a risk profile. */
function show(name: string, value: unknown): readonly ShownValue[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value.map((item: unknown) => showOne(name, item));
  if (!isMembers(value)) return [showOne(name, value)];
  return Object.entries(value).map(([key, member]) => ({
    text: `${assessorWords(key, labelOf(key))[1]}: ${showOne(key, member).text}`,
    stored: key,
  }));
}

/** Returns the texts of a member. */
function showMember(members: Members, name: string): readonly ShownValue[] {
  const { taskId, releaseId } = members;
  const isTask = name === 'taskId' && typeof taskId === 'string' && typeof releaseId === 'string';
  return isTask ? showTask(taskId, releaseId) : show(name, members[name]);
}

function rowsOf(before: Members, after: Members, prefix = ''): readonly ChangeRow[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.map((name) => ({
    key: `${prefix}${name}`,
    label: prefix === '' ? labelOf(name) : `${prefix}: ${labelOf(name)}`,
    before: showMember(before, name),
    after: showMember(after, name),
  }));
}

const byName = (teams: readonly unknown[]): ReadonlyMap<string, Members> =>
  new Map(teams.map((team) => [String(toMembers(team).name), toMembers(team)]));

const withoutName = (team: Members | undefined): Members =>
  Object.fromEntries(Object.entries(team ?? {}).filter(([name]) => name !== 'name'));

/** Returns the rows of the teams that the action has added, changed or removed. */
function teamRows(before: readonly unknown[], after: readonly unknown[]): readonly ChangeRow[] {
  const [previous, current] = [byName(before), byName(after)];
  const names = [...new Set([...previous.keys(), ...current.keys()])];
  return names
    .filter((name) => JSON.stringify(previous.get(name)) !== JSON.stringify(current.get(name)))
    .flatMap((name) => rowsOf(withoutName(previous.get(name)), withoutName(current.get(name)), name));
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the rows of an entry: one for each member, or for each member of a changed team. */
export const changeRows = (before: unknown, after: unknown): readonly ChangeRow[] =>
  Array.isArray(before) || Array.isArray(after)
    ? teamRows(toList(before), toList(after))
    : rowsOf(toMembers(before), toMembers(after));
