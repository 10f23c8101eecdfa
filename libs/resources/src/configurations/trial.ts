import { Invalid, isKindOf, type Properties, withSecrets } from '@slipway/domain';
import { secretsOf } from '@slipway/egress';
import { openSecrets } from '@slipway/engine';
import type { Configuration } from '@slipway/persistence';
import type { StatusAnswer } from '@slipway/wire';
import type { ResourceContext } from '../model/context.ts';
import { httpFault } from './http-check.ts';
import { type KnownTypes, knownTypes } from './known-types.ts';
import { shapedConfiguration } from './shaped-configuration.ts';

interface Trial {
  /** ours without prefix */
  readonly type: string;
  readonly properties: Properties;
  /** what is stored of it; null: it was only sent */
  readonly stored: Configuration | null;
}

type Context = Pick<ResourceContext, 'plugins' | 'seal' | 'egress' | 'scripts'>;

/** For so long a caller waits for the server of a connection. */
const longestMs = 30_000;
/** By which those know it that only were sent. */
const unsavedId = 'Configuration/Custom/unsaved';

/** Whether a configuration is complete and, where its type can be tried, its server is there for it. */
export async function configurationStatus(context: Context, trial: Trial): Promise<StatusAnswer> {
  const types = await knownTypes(context);
  try {
    const id = trial.stored?.id ?? unsavedId;
    const shaped = shapedConfiguration({ ...trial, id, types, seal: context.seal });
    return await tried(context, types, trial.type, { ...shaped, id });
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { success: false, errorText: error.message, scriptFound: false };
  }
}

async function tried(
  { seal, egress }: Context,
  types: KnownTypes,
  type: string,
  shaped: Pick<Configuration, 'id' | 'properties' | 'secrets'>,
): Promise<StatusAnswer> {
  if (egress === undefined || !isKindOf(types.find, type, 'configuration.HttpConnection')) {
    return { success: true, scriptFound: false };
  }
  const opened = openSecrets(seal, shaped);
  const properties = withSecrets(shaped.properties, opened);
  const secrets = secretsOf(properties, [...opened.values()]);
  const signal = AbortSignal.timeout(longestMs);
  const fault = await httpFault(egress, { connection: { id: shaped.id, properties }, secrets, signal }).catch(
    (error: unknown) => {
      if (signal.aborted) return `there was no answer within ${longestMs / 1_000} seconds`;
      throw error;
    },
  );
  return fault === null
    ? { success: true, scriptFound: true }
    : { success: false, errorText: fault, scriptFound: true };
}
