import { randomBytes } from 'node:crypto';
import type { IdKind } from '@slipway/domain/decision';

/** A new id: its kind and 32 hexadecimal digits (compatibility.md, Identifiers). */
export const newId = (kind: IdKind | 'Folder' | 'Team' | 'Trigger' | 'Configuration' | 'Delivery' | 'Role'): string =>
  `${kind}${randomBytes(16).toString('hex')}`;
