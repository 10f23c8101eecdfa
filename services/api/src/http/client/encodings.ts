/** Whether a client takes an encoding, by its `Accept-Encoding`, which lists it without excluding it. */
export const takes = (accepted: string, encoding: string): boolean =>
  accepted.split(',').some((one) => {
    const [name, ...terms] = one.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !terms.some((term) => /^q=0(?:\.0*)?$/.test(term));
  });
