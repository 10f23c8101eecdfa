const styles = ['short', 'medium'] as const;

/**
 * What moments are called below a timeline, in the viewer's zone unless another is given: by minutes, or where two would be
 * called the same, by seconds; what is called as the one before even so is not called at all.
 */
export function tickWords(moments: readonly number[], timeZone?: string): readonly string[] {
  const [byMinutes = [], bySeconds = []] = styles.map((timeStyle) => {
    const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle, timeZone });
    return moments.map((moment) => format.format(moment));
  });
  if (new Set(byMinutes).size === moments.length) return byMinutes;
  return bySeconds.map((word, index) => (bySeconds.indexOf(word) === index ? word : ''));
}
