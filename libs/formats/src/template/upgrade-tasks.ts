import { isObject, type Json, taskTypeNamed } from '@slipway/domain/model';
import { type Members, objectsIn, textIn, typeNameOf } from './members.ts';
import { readVariable } from './upgrade-variables.ts';

type Warn = (warning: string) => void;

/** A task in the present form. Invalid dependencies and list items are dropped. */
export function upgradeTask(task: Members, warn: Warn): Members {
  const type = taskTypeNamed(typeNameOf(task.type));
  // a plugin's type may have properties of these names and of any shape
  if (type === undefined) return task;
  return {
    ...task,
    ...upgradeGate(task, warn),
    ...(type.own?.creation && upgradeCreation(task, warn)),
    ...upgradeLinks(task),
    ...upgradeInputs(task),
  };
}

/** Dependencies name their target by an id, by an object with one, or not at all when that was deleted. */
function upgradeGate({ dependencies, conditions }: Members, warn: Warn): Members {
  const list = objectsIn(dependencies);
  const namedDependencies = list.filter(({ target, targetId }) => isNamed(targetId) || isNamed(target));
  if (namedDependencies.length < list.length) warn('a dependency was left out: it names nothing');
  return {
    ...(dependencies !== undefined && { dependencies: namedDependencies }),
    ...(conditions !== undefined && { conditions: objectsIn(conditions) }),
  };
}

const isNamed = (target: Json | undefined): boolean => idOf(target) !== '';

/** Older models call the template of a new release `template`, and may hold it as an object (file-formats.md). */
function upgradeCreation({ template, templateId, templateVariables }: Members, warn: Warn): Members {
  const legacyTemplateId = idOf(template);
  return {
    ...((templateId === undefined || templateId === null) &&
      legacyTemplateId !== '' && { templateId: legacyTemplateId }),
    ...(templateVariables !== undefined && {
      templateVariables: objectsIn(templateVariables).map((variable) => readVariable(variable, warn)),
    }),
  };
}

const upgradeLinks = ({ links }: Members): Members =>
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
const upgradeInputs = ({ variables }: Members): Members =>
  isList(variables) ? { variables: variables.map(idOf).filter((id) => id !== '') } : {};

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** An id that may stand in an object; an empty text for none. */
const idOf = (value: Json | undefined): string => textIn(isObject(value) ? value.id : value) ?? '';
