import { unknownTypeProperty } from '@slipway/domain/files';
import { isObject, type Json, taskTypeNamed } from '@slipway/domain/model';
import { type Members, textIn } from './members.ts';

/** The original task of a manual task whose type was unknown. */
interface OriginalTask {
  /** the type of the task, without prefix for built-in types */
  readonly type: string;
  /** The type that determines the behavior: the type of the plugin script, or `type`. */
  readonly behaviorType: string;
  readonly properties: Members;
  readonly variableMapping: Members;
  /** Null: derived from its comment. */
  readonly flagStatus: string | null;
}

const membersIn = (value: Json | undefined): Members => (isObject(value) ? value : {});

/** Returns the stored original task of a manual task, or null. A client may have written it. */
function originalTaskIn({ [unknownTypeProperty]: original }: Members): OriginalTask | null {
  if (!isObject(original)) return null;
  const type = textIn(original.type) ?? '';
  const properties = membersIn(original.properties);
  const { pythonScript } = properties;
  const script = isObject(pythonScript) ? textIn(pythonScript.type) : null;
  // Among built-in types, only script types can have an unknown script.
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

/** Returns the original type of a task and the type of its behavior, or null for another task. */
export const unknownTypeOf = (task: Members): readonly [string, ...string[]] | null => {
  const original = originalTaskIn(task);
  return original && [original.type, original.behaviorType];
};

const commentStart = 'The type ';
/** The second text is from version 0.1.0. Releases still contain it. */
const commentEndings = [' is unknown: complete the task manually.', ' is not known here: it is done by hand.'];

/** Removes the sentence about the unknown type from the comment of a flag. */
function ownComment(comment: string): string {
  const commentEnding = comment.startsWith(commentStart)
    ? commentEndings.find((candidate) => comment.includes(candidate))
    : undefined;
  return commentEnding === undefined
    ? comment
    : comment.slice(comment.indexOf(commentEnding) + commentEnding.length + 1);
}

/**
 * Whether a task of an unknown type still has the flag of its import. A user who changes the flag wants a manual task.
 */
export function isUntouchedPlaceholder({ flagStatus, flagComment }: Members): boolean {
  const comment = textIn(flagComment) ?? '';
  return flagStatus === 'ATTENTION_NEEDED' && ownComment(comment) !== comment;
}

/** Returns a task with its original type and properties. The type may still be unknown. */
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

/** Restores the original types of all tasks in a template. */
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
