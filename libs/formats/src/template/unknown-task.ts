import { isObject, type Json, taskTypeNamed, unknownTypeProperty } from '@slipway/domain';
import { type Members, textIn } from './members.ts';

/** The original task of a manual task whose type was unknown. */
interface Kept {
  /** of the task, ours without prefix */
  readonly type: string;
  /** The type that determines its behavior: that of a plugin's script, or the same. */
  readonly does: string;
  readonly properties: Members;
  readonly variableMapping: Members;
  /** Null: derived from its comment. */
  readonly flagStatus: string | null;
}

const membersIn = (value: Json | undefined): Members => (isObject(value) ? value : {});

/** What is kept of the type of a task, which a client may have written; null where there is none. */
function keptIn({ [unknownTypeProperty]: kept }: Members): Kept | null {
  if (!isObject(kept)) return null;
  const type = textIn(kept.type) ?? '';
  const properties = membersIn(kept.properties);
  const { pythonScript } = properties;
  const script = isObject(pythonScript) ? textIn(pythonScript.type) : null;
  // of ours only those that run the script of a plugin can be unknown
  if (type === '' || (taskTypeNamed(type) !== undefined && script === null)) return null;
  const does = script ?? type;
  return {
    type,
    does,
    properties,
    variableMapping: membersIn(kept.variableMapping),
    flagStatus: textIn(kept.flagStatus),
  };
}

/** The original type of a task, in both forms; null for another task. */
export const unknownTypeOf = (task: Members): readonly [string, ...string[]] | null => {
  const kept = keptIn(task);
  return kept && [kept.type, kept.does];
};

const begins = 'The type ';
/** The second one is the text of version 0.1.0, which releases still contain. */
const endings = [' is unknown: complete the task manually.', ' is not known here: it is done by hand.'];

/** A comment without the sentence with which the task was flagged. */
function ownComment(comment: string): string {
  const ending = comment.startsWith(begins) ? endings.find((each) => comment.includes(each)) : undefined;
  return ending === undefined ? comment : comment.slice(comment.indexOf(ending) + ending.length + 1);
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
  const kept = keptIn(task);
  if (kept === null) return task;
  const { [unknownTypeProperty]: _, type, flagStatus, flagComment, variableMapping, ...rest } = task;
  const written = textIn(type) ?? '';
  const prefix = written.slice(0, written.lastIndexOf('.') + 1);
  const said = textIn(flagComment) ?? '';
  const own = ownComment(said);
  const wasFlagged = own !== said;
  return {
    ...kept.properties,
    ...rest,
    type: kept.type.includes('.') ? kept.type : `${prefix}${kept.type}`,
    flagStatus: wasFlagged ? (kept.flagStatus ?? (own === '' ? 'OK' : 'ATTENTION_NEEDED')) : (flagStatus ?? null),
    ...(own !== '' && { flagComment: own }),
    variableMapping: { ...membersIn(variableMapping), ...kept.variableMapping },
  };
}

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

/** A template with each such task as it was elsewhere. */
export function withTypesRestored(template: Members): Members {
  const one = (task: Json): Json => {
    if (!isObject(task)) return task;
    const restored = withTypeRestored(task);
    return restored.tasks === undefined ? restored : { ...restored, tasks: list(restored.tasks).map(one) };
  };
  const phases = list(template.phases).map((phase) =>
    isObject(phase) ? { ...phase, tasks: list(phase.tasks).map(one) } : phase,
  );
  return template.phases === undefined ? template : { ...template, phases };
}
