import { isObject, type Json } from '@slipway/domain';
import { BadFile, inLine } from '../refusal/bad-file.ts';
import { withoutForeignSecrets } from './foreign-secrets.ts';
import { called, type Members, objectsIn, textIn } from './members.ts';
import { upgradedTask } from './older-tasks.ts';
import { upgradedVariables } from './older-variables.ts';

/** A template as a file holds it, in the shape of today, and what of it was left out: a line for each. */
export interface FileTemplate {
  readonly template: Members;
  readonly warnings: readonly string[];
}

type Warn = (what: string) => void;

/**
 * The templates of a document: one, or a list of them as very old exports are (import-formats.md, .xlr). Shapes of older
 * models become those of today, and secrets of other servers are left out. Throws BadFile for what holds no template.
 */
export function templatesIn(document: Json): readonly FileTemplate[] {
  const list: readonly Json[] = Array.isArray(document) ? document : [document];
  if (list.length === 0) throw new BadFile('the file holds no template');
  if (list.length > mostTemplates) throw new BadFile(`a file may hold at most ${mostTemplates} templates`);
  return list.map(readTemplate);
}

/** Templates of one file: they are made in one transaction. */
const mostTemplates = 100;

function readTemplate(document: Json): FileTemplate {
  if (!isObject(document)) throw new BadFile('a template is an object with a title');
  const warnings: string[] = [];
  const warn: Warn = (what) => warnings.push(what);
  const { phases, variables: _, variableValues: __, passwordVariableValues: ___, releaseTriggers, ...own } = document;
  const template = {
    ...withoutForeignSecrets(own, warn),
    releaseTriggers: objectsIn(releaseTriggers).map((trigger) => {
      const at = called('trigger', trigger);
      return withoutForeignSecrets(trigger, (what) => warn(`${at}: ${what}`));
    }),
    variables: upgradedVariables(document, warn),
    phases: objectsIn(phases).map((phase) => readPhase(phase, warn)),
  };
  return { template, warnings };
}

const hexColor = /^#[0-9a-fA-F]{3,8}$/;

function readPhase({ color, tasks, ...phase }: Members, warn: Warn): Members {
  const at = called('phase', phase);
  const shown = textIn(color);
  const isColor = shown !== null && hexColor.test(shown);
  if (shown !== null && !isColor) warn(`${at}: color '${inLine(shown)}' was left out: it is no color`);
  return {
    ...phase,
    ...(isColor && { color: shown }),
    tasks: objectsIn(tasks).map((task) => readTask(task, at, warn)),
  };
}

function readTask(task: Members, phase: string, warn: Warn): Members {
  const at = `${called('task', task)} in ${phase}`;
  const warnHere: Warn = (what) => warn(`${at}: ${what}`);
  const { tasks } = task;
  return {
    ...withoutForeignSecrets(upgradedTask(task, warnHere), warnHere),
    ...(tasks !== undefined && { tasks: objectsIn(tasks).map((inner) => readTask(inner, phase, warn)) }),
  };
}
