import type { Release } from '@slipway/domain/model';
import type { CreateReleaseRequest } from '@slipway/domain/templates';
import { sealByKey } from '@slipway/domain/variables';
import type { Seal } from '@slipway/persistence/secrets';

/**
 * Returns the request for a new release with the values of the template's password variables encrypted. Throws Invalid.
 */
export const sealOrder = (seal: Seal, template: Release, order: CreateReleaseRequest): CreateReleaseRequest => ({
  ...order,
  variables: sealByKey(seal, order.variables, template.variables),
});
