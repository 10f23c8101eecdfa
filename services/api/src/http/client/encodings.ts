/** The weights that an `Accept-Encoding` gives to the names that it lists, between 0 and 1 (RFC 9110, section 12.5.3). */
function weightsIn(accepted: string): ReadonlyMap<string, number> {
  const listed = accepted.split(',').map((one): readonly [string, number] => {
    const [name = '', ...terms] = one.split(';').map((part) => part.trim().toLowerCase());
    const weight = terms.map((term) => /^q=([01](?:\.\d{0,3})?)$/.exec(term)?.[1]).find((each) => each !== undefined);
    return [name, Number(weight ?? 1)];
  });
  return new Map(listed);
}

/** Whether a client takes an encoding, by its `Accept-Encoding`, which lists it and does not prefer what is not encoded. */
export function takes(accepted: string, encoding: string): boolean {
  const weights = weightsIn(accepted);
  const weight = weights.get(encoding) ?? 0;
  return weight > 0 && weight >= (weights.get('identity') ?? 0);
}

/** Whether a client refuses what is not encoded. */
export function refusesPlain(accepted: string): boolean {
  const weights = weightsIn(accepted);
  return (weights.get('identity') ?? weights.get('*')) === 0;
}
