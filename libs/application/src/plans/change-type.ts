import { parseAs } from '@slipway/api-schema/as-code';
import { json, readType } from '@slipway/api-schema/format';
import { taskBody, taskDraft } from '@slipway/api-schema/plans';
import { type Command, neededForCommand } from '@slipway/domain/commands';
import { message } from '@slipway/domain/messages';
import {
  asJson,
  Conflict,
  Forbidden,
  Invalid,
  isObject,
  manualType,
  NotFound,
  pluginScriptType,
  taskTypeNamed,
} from '@slipway/domain/model';
import { type Person, systemCaller } from '@slipway/engine';
import { isUntouchedPlaceholder, type Members, unknownTypeOf, withTypeRestored } from '@slipway/formats';
import { findPlaceholders } from '@slipway/persistence/plugins';
import { isTaskBase, isTaskRoot, productTypes } from '@slipway/plugins';
import type { ResourceContext } from '../model/context.ts';
import { dispatchToPart } from './dispatch.ts';
import { getTask } from './find.ts';
import { parseOptionsFor } from './parse-options.ts';
import { renderTask } from './render.ts';

/** A task, and its new type. */
interface TypeChange {
  readonly taskId: string;
  /** the rendered task; null if it is missing or invisible */
  readonly answer: object | null;
  /** the type in the request, with any prefix of built-in types */
  readonly rawType: string;
}

type CommandForType = Extract<Command, { type: 'changeTaskType' | 'changePlan' }>;
type Context = Pick<ResourceContext, 'plugins' | 'seal' | 'typePrefix'>;

/**
 * Returns the command that changes the type of a task. The type of a plugin script results in a script task, even if
 * the plugin is not installed. A task that returns to its unknown type receives its stored properties. Throws Invalid.
 */
export async function commandForType(
  context: Context,
  { taskId, answer, rawType }: TypeChange,
): Promise<CommandForType> {
  const targetType = readType(rawType, context.typePrefix);
  const task = answer === null ? {} : asClientJson(answer);
  if (unknownTypeOf(task)?.includes(targetType) !== true) {
    return { type: 'changeTaskType', taskId, ...(await typesFor(context, targetType)) };
  }
  const body = parseAs(taskBody, withTypeRestored(task), message('part.task', { title: taskId }));
  const draft = taskDraft(body, await parseOptionsFor(context));
  const { type = targetType, properties, variableMapping, flagStatus, flagComment = null } = draft;
  const patch = { properties, variableMapping, flagStatus, flagComment };
  const edits = [
    { type: 'changeTaskType', taskId, targetType: type },
    { type: 'updateTask', taskId, patch },
  ] as const;
  return { type: 'changePlan', edits };
}

/**
 * Returns the task type for a type name in a request, and the type of its script. Throws Invalid for a name that is not
 * a task type.
 */
async function typesFor({ plugins }: Context, name: string): Promise<{ targetType: string; scriptType?: string }> {
  if (!name.includes('.') || taskTypeNamed(name) !== undefined) return { targetType: name };
  const installed = (await plugins.current()).get(name);
  const isOtherType =
    installed === undefined ? productTypes.has(name) : installed.virtual || !isTaskBase(installed.root);
  if (isOtherType) {
    throw new Invalid(message('task.notAType', { type: name }));
  }
  const runsElsewhere = installed !== undefined && !isTaskRoot(installed.root);
  return runsElsewhere ? { targetType: name } : { targetType: pluginScriptType, scriptType: name };
}

/**
 * Changes the type of a task and returns the last segment of its id. Throws NotFound and the errors of the commands.
 */
export async function changeTaskType(
  context: ResourceContext,
  caller: Person,
  rawId: string,
  rawType: string,
): Promise<string> {
  const view = await getTask(context.database, caller, rawId, neededForCommand('changeTaskType')).catch(
    (error: unknown) => {
      // The command reports the reason.
      if (error instanceof NotFound || error instanceof Forbidden) return null;
      throw error;
    },
  );
  const answer = view && (await renderTask(context, view, caller)).answer;
  const typeCommand = await commandForType(context, { taskId: view?.task.id ?? '', answer, rawType });
  if (typeCommand.type === 'changePlan') {
    if (view === null) throw new NotFound(message('notFound.task', { id: rawId }));
    await context.engine.dispatch(view.releaseId, { kind: 'command', caller, command: typeCommand });
    return view.task.id;
  }
  const command = (taskId: string): Command => ({ ...typeCommand, taskId });
  return (await dispatchToPart(context, { caller, kind: 'Task', rawId, command })).id;
}

/** Returns a response as the client receives it. */
function asClientJson(answer: object): Members {
  const parsed = json.parse(asJson(answer));
  return isObject(parsed) ? parsed : {};
}

type BindContext = Pick<ResourceContext, 'database' | 'engine' | 'plugins' | 'seal' | 'typePrefix' | 'calendar'>;

/** The number of placeholders per statement. */
const pageSize = 500;

/**
 * Converts placeholders to tasks of these types, in templates and in tasks that did not start yet. A placeholder whose
 * flag a user has changed stays manual. Returns the number of converted placeholders.
 */
export async function bindTypes(context: BindContext, types: readonly string[]): Promise<number> {
  let bound = 0;
  let after = '';
  for (;;) {
    const page = await findPlaceholders(context.database, types, after, pageSize);
    for (const { taskId } of page) if (await tryBind(context, taskId)) bound += 1;
    after = page.at(-1)?.taskId ?? '';
    if (page.length < pageSize) return bound;
  }
}

/**
 * Converts one placeholder and returns whether it was converted. A task that was changed, started or locked meanwhile
 * stays.
 */
async function tryBind(context: BindContext, taskId: string): Promise<boolean> {
  try {
    const binding = await bindingOf(context, systemCaller, taskId);
    if (binding === null) return false;
    const { releaseId, command } = binding;
    await context.engine.dispatch(releaseId, { kind: 'command', caller: systemCaller, command });
    return true;
  } catch (error) {
    if ([Conflict, Forbidden, Invalid, NotFound].some((kind) => error instanceof kind)) return false;
    throw error;
  }
}

/**
 * Converts a failed placeholder to its type if a plugin defines this type now, so that the retry runs the plugin's
 * script. Does nothing for other tasks. The retry itself reports why it is refused.
 */
export async function bindBeforeRetry(context: BindContext, caller: Person, rawId: string): Promise<void> {
  try {
    const binding = await bindingOf(context, caller, rawId);
    if (binding?.status !== 'FAILED') return;
    const edits = binding.command.edits.map((edit) =>
      edit.type === 'changeTaskType' ? ({ ...edit, beforeRetry: true } as const) : edit,
    );
    const command = { type: 'changePlan', edits } as const;
    await context.engine.dispatch(binding.releaseId, { kind: 'command', caller: systemCaller, command });
  } catch (error) {
    if (![Conflict, Forbidden, Invalid, NotFound].some((kind) => error instanceof kind)) throw error;
  }
}

interface Binding {
  readonly releaseId: string;
  readonly status: string;
  readonly command: Extract<CommandForType, { type: 'changePlan' }>;
}

/**
 * Returns the command that converts a placeholder; null for another task, a task that a user has changed, or an unknown
 * type.
 */
async function bindingOf(context: BindContext, caller: Person, rawId: string): Promise<Binding | null> {
  const view = await getTask(context.database, caller, rawId, neededForCommand('retryTask'));
  if (view.task.definition.type !== manualType) return null;
  // Uses the definition: a started task shows its resolved values.
  const taskAsDefined = { ...view.task, run: { ...view.task.run, values: null, mapped: null } };
  const { answer } = await renderTask(context, { ...view, task: taskAsDefined }, caller);
  const task = asClientJson(answer);
  const type = unknownTypeOf(task)?.[1];
  if (type === undefined || !isUntouchedPlaceholder(task)) return null;
  if (!(await context.plugins.current()).has(type)) return null;
  const command = await commandForType(context, { taskId: view.task.id, answer, rawType: type });
  return command.type === 'changePlan' ? { releaseId: view.releaseId, status: view.task.run.status, command } : null;
}
