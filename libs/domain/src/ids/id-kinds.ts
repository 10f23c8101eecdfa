import type { NamedKind, ObjectKind } from '../messages/message.ts';

/** The id of the root folder. */
export const rootFolderId = 'Applications';

const idKinds = [
  'Release',
  'Phase',
  'Task',
  'Variable',
  'GateCondition',
  'Dependency',
  'Comment',
  'Folder',
  'Team',
  'Link',
  'Blackout',
  'Trigger',
  'Configuration',
  'Delivery',
  'Attachment',
] as const;
/** The kinds of ids that clients can send. */
export type PublicKind = (typeof idKinds)[number];

const objectKinds: Readonly<Record<PublicKind, ObjectKind & NamedKind>> = {
  Release: 'release',
  Phase: 'phase',
  Task: 'task',
  Variable: 'variable',
  GateCondition: 'gateCondition',
  Dependency: 'dependency',
  Comment: 'comment',
  Folder: 'folder',
  Team: 'team',
  Link: 'link',
  Blackout: 'blackout',
  Trigger: 'trigger',
  Configuration: 'configuration',
  Delivery: 'delivery',
  Attachment: 'attachment',
};

/** Returns the object kind of an id kind, for messages. */
export const objectKindOf = (kind: PublicKind) => objectKinds[kind];

const segment = /^[A-Za-z0-9_-]{1,128}$/;

/** Whether `id` is a well-formed last segment of this kind. */
export function isIdOf(kind: PublicKind, id: string): boolean {
  return id.startsWith(kind) && id.length > kind.length && segment.test(id);
}

/** Returns the kind of an id's last segment, or null if it is no id. */
export function kindOf(id: string): PublicKind | null {
  return idKinds.find((kind) => isIdOf(kind, id)) ?? null;
}
