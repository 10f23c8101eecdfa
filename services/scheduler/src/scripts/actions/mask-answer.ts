import { isDeepStrictEqual } from 'node:util';
import { readType } from '@slipway/api-schema/format';
import { parseOptionsFor } from '@slipway/application/plans';
import { looksSecret } from '@slipway/domain/configurations';
import { idCandidates } from '@slipway/domain/ids';
import { message, textOf } from '@slipway/domain/messages';
import { asJson, bareKey, isOwnSecret, type Variable } from '@slipway/domain/model';
import { containsSecret, type ExposedVariable, maskTexts, readTexts, type TextMask } from '@slipway/domain/scripts';
import { readRelease } from '@slipway/persistence/plans';
import {
  createMask,
  type ReplayLog,
  type ScriptAction,
  type ScriptRunResult,
  scriptAction,
} from '@slipway/script-protocol';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import type { RunRequest } from '../request/request.ts';

type IsExempt = TextMask['isUnmasked'];

/** Questions whose replies show texts that REST shows. Values of variables, files and configurations may be secrets. */
const readableQuestions =
  /"asks":"(?:release|archivedRelease|releases|releasesByTitle|task|phase|templates?|folders?|folderAt|riskProfiles?|users?|roles?)"/;

/**
 * The answer of a script with the secrets of the run masked in the texts of its actions. Variables and outputs keep their
 * values: the output ends with a warning that names those with a secret.
 */
export async function maskAnswer(
  context: ScriptContext,
  run: ClaimedRun & RunRequest,
  { reads }: Pick<ReplayLog, 'reads'>,
  answer: ScriptRunResult,
): Promise<ScriptRunResult> {
  const { request, type } = run;
  if (request.secrets.length === 0 || answer.error !== null) return answer;
  const { isSecret } = await parseOptionsFor(context);
  const mask = createMask(request.secrets);
  const isExempt = exemptSecrets(context.typePrefix, isSecret);
  const readTexts = textsReadBy(run, reads);
  const names = Object.entries(answer.variables)
    .filter(([name, value]) => !isDeepStrictEqual(value, request.inputs[name]) && !(type && isExempt(type.name, name)))
    .flatMap(([name, value]) => (containsSecret(value, { mask }) ? [name] : []));
  const actions: ScriptAction[] = [];
  for (const action of answer.actions) {
    const { value, exposed } = maskTexts(asJson(action), {
      mask,
      knownTexts: readTexts,
      isUnmasked: exemptContent(action, isExempt),
    });
    actions.push(scriptAction.parse(value));
    for (const exposedVariable of exposed) {
      const variableName = await exposedName(context, run, action, exposedVariable);
      if (variableName !== null) names.push(mask(variableName));
    }
  }
  return { ...answer, actions, output: withWarning(answer.output, names) };
}

function withWarning(output: string, names: readonly string[]): string {
  if (names.length === 0) return output;
  const quoted = [...new Set(names)].map((text) => message('quote.text', { text }));
  const start = output === '' || output.endsWith('\n') ? output : `${output}\n`;
  return `${start}${textOf(message('output.readableSecret', { names: quoted }))}\n`;
}

/** The texts that the script has read, of its own release and by questions. */
function textsReadBy({ request: { snapshot } }: RunRequest, reads: ReplayLog['reads']): ReadonlySet<string> {
  const { releaseVariables = [], globalVariables = [], folderVariables = [] } = snapshot ?? {};
  const replies = Object.entries(reads).flatMap(([question, reply]) =>
    readableQuestions.test(question) ? [reply] : [],
  );
  const variables = [...releaseVariables, ...globalVariables, ...folderVariables];
  return readTexts([snapshot?.release, { variables }, ...replies]);
}

/** Secrets are encrypted where they are stored. A member of an unknown type is a secret by its name. */
const exemptSecrets =
  (prefix: string, isSecret: IsExempt): IsExempt =>
  (rawId, name) => {
    const type = readType(rawId, prefix);
    if (name === 'scriptUserPassword' || isOwnSecret(type, name)) return true;
    return type.includes('.') ? isSecret(type, name) : type === '' && looksSecret(name);
  };

/** A configuration keeps its properties, which the connection uses, and a file its content. */
function exemptContent(action: ScriptAction, isExempt: IsExempt): IsExempt {
  const { does } = action;
  if (does === 'addConfiguration' || does === 'updateConfiguration') return (_, name) => name !== 'title';
  const isFile = does === 'attachToTask' || does === 'attachToRelease';
  return isFile ? (_, name) => name === 'text' || name === 'base64' : isExempt;
}

/** The name of a variable that shows its value; null for a password variable. */
async function exposedName(
  context: ScriptContext,
  run: ClaimedRun & RunRequest,
  action: ScriptAction,
  { id, key, type }: ExposedVariable,
): Promise<string | null> {
  const variables = await variablesOf(context, run, action);
  const variable = variables.find((exposedVariable) =>
    key === null ? isNamed(exposedVariable.id, idIn(action) ?? id) : exposedVariable.key === bareKey(key),
  );
  const isPassword = (type ?? variable?.type ?? '').endsWith('PasswordStringVariable');
  return isPassword ? null : (key ?? variable?.key ?? id ?? 'a variable');
}

const idIn = (action: ScriptAction): string | null => ('variableId' in action ? action.variableId : null);

const isNamed = (id: string, rawId: string | null): boolean =>
  rawId !== null && idCandidates('Variable', rawId).includes(id.slice(id.lastIndexOf('/') + 1));

type NamedVariable = Pick<Variable, 'id' | 'key'> & { readonly type: string };

/** The variables that an action may change: of the template of a new release, or those that the script sees. */
async function variablesOf(
  { database }: ScriptContext,
  { request: { snapshot } }: RunRequest,
  action: ScriptAction,
): Promise<readonly NamedVariable[]> {
  if (action.does === 'startTemplate' || action.does === 'createRelease') {
    const [id] = idCandidates('Release', action.templateId);
    return (await readRelease(database, id))?.release.variables ?? [];
  }
  const { releaseVariables = [], globalVariables = [], folderVariables = [] } = snapshot ?? {};
  return [...releaseVariables, ...globalVariables, ...folderVariables];
}
