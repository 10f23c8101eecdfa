import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { containerPaths, type JobContent } from '@slipway/application/containers';
import { containerSpec, fixableParts, secretVariables, withFixedParts } from '@slipway/domain/containers';
import { asJson, Invalid, isObject, type Json } from '@slipway/domain/model';
import { isScriptOutput, type PluginType } from '@slipway/plugins';
import { CannotRun } from '../scripts/context/context.ts';
import type { RunRequest } from '../scripts/request/request.ts';

/** Returns the id of the job of a script run, which is also a valid name in a cluster. */
export const jobIdOf = (runId: string): string =>
  `slipway-${createHash('sha256').update(runId).digest('hex').slice(0, 32)}`;

interface ContentOptions {
  readonly prepared: RunRequest;
  readonly type: PluginType;
  readonly taskId: string;
  readonly releaseId: string;
  readonly username: string | null;
  /** the address of this product; null: unknown */
  readonly releaseUrl: string | null;
}

/** Returns the content of the job of a task. Throws CannotRun for a value that no container can have. */
export function contentFor(options: ContentOptions): JobContent {
  const { prepared, type, releaseUrl } = options;
  const { inputs, secrets } = prepared.request;
  try {
    const own = containerSpec(withFixedParts(inputs, fixedPartsOf(type)));
    const sessionKey = randomBytes(32);
    const { inputFolder, outputFile } = containerPaths;
    const environment = {
      ...own.env,
      INPUT_LOCATION: `${inputFolder}/input`,
      OUTPUT_LOCATION: outputFile,
      SESSION_KEY: sessionKey.toString('base64'),
      SLIPWAY_OUTPUT: outputFile,
      SLIPWAY_FILES: `${inputFolder}/files`,
      ...(releaseUrl !== null && { RELEASE_URL: releaseUrl }),
    };
    const input = encrypt(sessionKey, JSON.stringify(inputContext(options)));
    const ownSecrets = secretVariables(inputs).map(([, value]) => value);
    return {
      ...{ spec: own, environment, input, sessionKey: sessionKey.toString('base64') },
      secrets: [...new Set([...secrets, ...ownSecrets])],
    };
  } catch (error) {
    if (error instanceof Invalid) throw new CannotRun(`The container cannot run: ${error.message}.`);
    throw error;
  }
}

/** Returns the parts of a container that its type fixes: the defaults of hidden properties. */
function fixedPartsOf({ properties }: PluginType): Readonly<Record<string, Json>> {
  const names: readonly string[] = fixableParts;
  const hidden = properties.filter((property) => property.hidden && names.includes(property.name));
  return Object.fromEntries(hidden.map(({ name, defaultValue }) => [name, asJson(defaultValue)]));
}

/** Returns the task in the form that images of the family's integration kit read. */
function inputContext({ prepared, type, taskId, releaseId, username }: ContentOptions) {
  const { inputs, objects } = prepared.request;
  const own = type.properties.filter((property) => type.inputs.includes(property.name) || isScriptOutput(property));
  return {
    release: { id: releaseId, automatedTaskAsUser: { username, password: null } },
    task: {
      id: taskId,
      type: type.name,
      properties: own.map(({ name, kind, category, password }) => {
        const value = inputs[name] ?? null;
        const common = { name, category, password };
        return objects.includes(name)
          ? { ...common, kind: 'CI', value: configurationContext(value) }
          : { ...common, kind, value };
      }),
    },
  };
}

const secretName = /password|secret|token|key/i;

/** Returns a configuration in the same form. The kit masks values of properties that are passwords. */
function configurationContext(value: Json) {
  if (!isObject(value)) return null;
  const { id = '', type = '', ...properties } = value;
  return {
    ...{ id, type },
    properties: Object.entries(properties).map(([name, member]) => ({
      ...{ name, kind: 'string', category: 'input', password: secretName.test(name), value: member },
    })),
  };
}

/** The length of nonce and tag in texts of the kit, in bytes. */
const partLength = 16;

/** Encrypts a text in the format of the kit: nonce, ciphertext and tag of AES-256-GCM, in base64. */
function encrypt(key: Buffer, text: string): string {
  const nonce = randomBytes(partLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: partLength });
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

/** Decrypts an output file of the kit. Returns any other text unchanged. */
export function decryptOutput(sessionKey: string, text: string): string {
  const bytes = Buffer.from(text.trim(), 'base64');
  if (bytes.length < 2 * partLength || !/^[\w+/]+={0,2}\s*$/.test(text)) return text;
  try {
    const key = Buffer.from(sessionKey, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, partLength), { authTagLength: partLength });
    decipher.setAuthTag(bytes.subarray(-partLength));
    return Buffer.concat([decipher.update(bytes.subarray(partLength, -partLength)), decipher.final()]).toString();
  } catch {
    return text;
  }
}
