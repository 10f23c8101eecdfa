import { isObject, type Json, taskTypeNamed } from '@slipway/domain';
import { lastOf, type Members, objectsIn, textIn } from './members.ts';
import { readVariable } from './older-variables.ts';

type Warn = (what: string) => void;

/** A task in the present form. Invalid dependencies and list items are dropped. */
export function upgradedTask(task: Members, warn: Warn): Members {
  const type = taskTypeNamed(lastOf(task.type));
  // a plugin's type may have properties of these names and of any shape
  if (type === undefined) return task;
  return {
    ...task,
    ...upgradedGate(task, warn),
    ...(type.own?.creation && upgradedCreation(task, warn)),
    ...upgradedLinks(task),
    ...upgradedInputs(task),
  };
}

/** Dependencies name their target by an id, by an object with one, or not at all when that was deleted. */
function upgradedGate({ dependencies, conditions }: Members, warn: Warn): Members {
  const list = objectsIn(dependencies);
  const meant = list.filter(({ target, targetId }) => isNamed(targetId) || isNamed(target));
  if (meant.length < list.length) warn('a dependency was left out: it names nothing');
  return {
    ...(dependencies !== undefined && { dependencies: meant }),
    ...(conditions !== undefined && { conditions: objectsIn(conditions) }),
  };
}

const isNamed = (target: Json | undefined): boolean => idOf(target) !== '';

/** Older models call the template of a new release `template`, and may hold it as an object (file-formats.md). */
function upgradedCreation({ template, templateId, templateVariables }: Members, warn: Warn): Members {
  const older = idOf(template);
  return {
    ...((templateId === undefined || templateId === null) && older !== '' && { templateId: older }),
    ...(templateVariables !== undefined && {
      templateVariables: objectsIn(templateVariables).map((each) => readVariable(each, warn)),
    }),
  };
}

const upgradedLinks = ({ links }: Members): Members =>
  links === undefined
    ? {}
    : {
        links: objectsIn(links).map(({ source, target, ...link }) => ({
          ...link,
          source: idOf(source),
          target: idOf(target),
        })),
      };

/** The variables of a user input task are ids, or whole variables. */
const upgradedInputs = ({ variables }: Members): Members =>
  isList(variables) ? { variables: variables.map(idOf).filter((id) => id !== '') } : {};

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** An id that may stand in an object; an empty text for none. */
const idOf = (value: Json | undefined): string => textIn(isObject(value) ? value.id : value) ?? '';
