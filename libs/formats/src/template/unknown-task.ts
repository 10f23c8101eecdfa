import { unknownTypeProperty } from '@slipway/domain/files';
import { isObject, type Json, taskTypeNamed } from '@slipway/domain/model';
import { type Members, textIn } from './members.ts';

/** The original task of a manual task whose type was unknown. */
interface OriginalTask {
  /** of the task, ours without prefix */
  readonly type: string;
  /** The type that determines its behavior: that of a plugin's script, or the same. */
  readonly behaviorType: string;
  readonly properties: Members;
  readonly variableMapping: Members;
  /** Null: derived from its comment. */
  readonly flagStatus: string | null;
}

const membersIn = (value: Json | undefined): Members => (isObject(value) ? value : {});

/** The stored type of a task, which a client may have written; null if there is none. */
function originalTaskIn({ [unknownTypeProperty]: original }: Members): OriginalTask | null {
  if (!isObject(original)) return null;
  const type = textIn(original.type) ?? '';
  const properties = membersIn(original.properties);
  const { pythonScript } = properties;
  const script = isObject(pythonScript) ? textIn(pythonScript.type) : null;
  // of ours only those that run the script of a plugin can be unknown
  if (type === '' || (taskTypeNamed(type) !== undefined && script === null)) return null;
  const behaviorType = script ?? type;
  return {
    type,
    behaviorType,
    properties,
    variableMapping: membersIn(original.variableMapping),
    flagStatus: textIn(original.flagStatus),
  };
}

/** The original type of a task, in both forms; null for another task. */
export const unknownTypeOf = (task: Members): readonly [string, ...string[]] | null => {
  const original = originalTaskIn(task);
  return original && [original.type, original.behaviorType];
};

const commentStart = 'The type ';
/** The second one is the text of version 0.1.0, which releases still contain. */
const commentEndings = [' is unknown: complete the task manually.', ' is not known here: it is done by hand.'];

/** A comment without the sentence with which the task was flagged. */
function ownComment(comment: string): string {
  const commentEnding = comment.startsWith(commentStart)
    ? commentEndings.find((candidate) => comment.includes(candidate))
    : undefined;
  return commentEnding === undefined
    ? comment
    : comment.slice(comment.indexOf(commentEnding) + commentEnding.length + 1);
}

/**
 * Whether a task of an unknown type is as its import made it: flagged with the sentence of the product. A user who has
 * changed that wants a manual task.
 */
export function isUntouchedPlaceholder({ flagStatus, flagComment }: Members): boolean {
  const comment = textIn(flagComment) ?? '';
  return flagStatus === 'ATTENTION_NEEDED' && ownComment(comment) !== comment;
}

/** A task with its original type and properties, before a check whether the type is known. */
export function withTypeRestored(task: Members): Members {
  const original = originalTaskIn(task);
  if (original === null) return task;
  const { [unknownTypeProperty]: _, type, flagStatus, flagComment, variableMapping, ...rest } = task;
  const rawType = textIn(type) ?? '';
  const prefix = rawType.slice(0, rawType.lastIndexOf('.') + 1);
  const flagText = textIn(flagComment) ?? '';
  const own = ownComment(flagText);
  const wasFlagged = own !== flagText;
  return {
    ...original.properties,
    ...rest,
    type: original.type.includes('.') ? original.type : `${prefix}${original.type}`,
    flagStatus: wasFlagged ? (original.flagStatus ?? (own === '' ? 'OK' : 'ATTENTION_NEEDED')) : (flagStatus ?? null),
    ...(own !== '' && { flagComment: own }),
    variableMapping: { ...membersIn(variableMapping), ...original.variableMapping },
  };
}

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

/** A template with each such task as it was elsewhere. */
export function withTypesRestored(template: Members): Members {
  const restoreTask = (task: Json): Json => {
    if (!isObject(task)) return task;
    const restored = withTypeRestored(task);
    return restored.tasks === undefined ? restored : { ...restored, tasks: list(restored.tasks).map(restoreTask) };
  };
  const phases = list(template.phases).map((phase) =>
    isObject(phase) ? { ...phase, tasks: list(phase.tasks).map(restoreTask) } : phase,
  );
  return template.phases === undefined ? template : { ...template, phases };
}
