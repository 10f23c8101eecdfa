import { clip, type Json } from '@slipway/domain/model';
import type { Seal } from '@slipway/persistence/secrets';
import { CannotRun } from '../context/cannot-run.ts';

interface OpenedProperty {
  readonly value: Json;
  readonly isSecret: boolean;
}

/** An encrypted value is recognized by its form, independent of the present definition of its type. */
const sealedForm = /^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]*\.[\w-]{22}$/;

/** What a property holds, in clear. Throws CannotRun for what was sealed elsewhere. */
export function openedProperty(seal: Seal, name: string, value: Json): OpenedProperty {
  if (typeof value !== 'string' || !sealedForm.test(value)) return { value, isSecret: false };
  try {
    return { value: seal.open('property', value), isSecret: true };
  } catch {
    throw new CannotRun(`Property '${clip(name)}' holds a secret that was not sealed here: write it again.`);
  }
}
