import { Invalid, type Properties } from '@slipway/domain';
import type { Configuration } from '@slipway/persistence';
import type { StatusAnswer } from '@slipway/wire';
import type { ResourceContext } from '../model/context.ts';
import { knownTypes } from './known-types.ts';
import { shapedConfiguration } from './shaped-configuration.ts';

interface Trial {
  /** ours without prefix */
  readonly type: string;
  readonly properties: Properties;
  /** what is stored of it; null: it was only sent */
  readonly stored: Configuration | null;
}

/** Whether a configuration is complete. No type has a script that tries its connection. */
export async function configurationStatus(
  context: Pick<ResourceContext, 'plugins' | 'seal'>,
  trial: Trial,
): Promise<StatusAnswer> {
  try {
    const id = trial.stored?.id ?? '';
    shapedConfiguration({ ...trial, id, types: await knownTypes(context), seal: context.seal });
    return { success: true, scriptFound: false };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { success: false, errorText: error.message, scriptFound: false };
  }
}
