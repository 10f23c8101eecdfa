import { type Command, Forbidden, isObject, NotFound, neededForCommand } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { type Members, unknownTypeOf, withTypeRestored } from '@slipway/formats';
import { json, parsedBy, readType, taskBody, taskDraft } from '@slipway/wire';
import type { ResourceContext } from '../model/context.ts';
import { dispatchToPart } from './dispatch.ts';
import { taskNamed } from './find.ts';
import { readingOf } from './reading.ts';
import { renderTask } from './render.ts';

/** A task, and the type that it shall have. */
interface TypeWish {
  readonly taskId: string;
  /** the task as it is answered; null: nobody can tell, or it is not there */
  readonly answer: object | null;
  /** with any prefix of ours */
  readonly writtenType: string;
}

type CommandForType = Extract<Command, { type: 'changeTaskType' | 'changePlan' }>;

/**
 * What makes a task one of another type. One that is done by hand since its type was unknown gets back what it was when
 * that type is asked for. Throws Invalid where that cannot be.
 */
export async function commandForType(
  context: Pick<ResourceContext, 'plugins' | 'seal' | 'typePrefix'>,
  { taskId, answer, writtenType }: TypeWish,
): Promise<CommandForType> {
  const targetType = readType(writtenType, context.typePrefix);
  const task = answer === null ? {} : asRead(answer);
  if (unknownTypeOf(task)?.includes(targetType) !== true) return { type: 'changeTaskType', taskId, targetType };
  const body = parsedBy(taskBody, withTypeRestored(task), `task '${taskId}'`);
  const draft = taskDraft(body, await readingOf(context));
  const { type = targetType, properties, variableMapping, flagStatus, flagComment = null } = draft;
  const patch = { properties, variableMapping, flagStatus, flagComment };
  const edits = [
    { type: 'changeTaskType', taskId, targetType: type },
    { type: 'updateTask', taskId, patch },
  ] as const;
  return { type: 'changePlan', edits };
}

/** Makes a task one of another type; answers its last segment. Throws what the commands throw, and NotFound. */
export async function changeTaskType(
  context: ResourceContext,
  caller: Person,
  written: string,
  writtenType: string,
): Promise<string> {
  const view = await taskNamed(context.database, caller, written, neededForCommand.changeTaskType).catch(
    (error: unknown) => {
      // the command says why
      if (error instanceof NotFound || error instanceof Forbidden) return null;
      throw error;
    },
  );
  const answer = view && (await renderTask(context, view, caller)).answer;
  const wanted = await commandForType(context, { taskId: view?.task.id ?? '', answer, writtenType });
  if (view !== null && wanted.type === 'changePlan') {
    await context.engine.dispatch(view.releaseId, { kind: 'command', caller, command: wanted });
    return view.task.id;
  }
  const targetType = readType(writtenType, context.typePrefix);
  const command = (taskId: string): Command => ({ type: 'changeTaskType', taskId, targetType });
  return (await dispatchToPart(context, { caller, kind: 'Task', written, command })).id;
}

/** An answer as its client reads it. */
function asRead(answer: object): Members {
  const read = json.parse(JSON.parse(JSON.stringify(answer)));
  return isObject(read) ? read : {};
}
