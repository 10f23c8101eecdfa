const styles = ['short', 'medium'] as const;

/**
 * The labels of times below a timeline, in the viewer's zone by default: by minutes, or by seconds if two would be
 * equal; a label that equals the one before is left out.
 */
export function tickLabels(moments: readonly number[], timeZone?: string): readonly string[] {
  const [byMinutes = [], bySeconds = []] = styles.map((timeStyle) => {
    const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle, timeZone });
    return moments.map((moment) => format.format(moment));
  });
  if (new Set(byMinutes).size === moments.length) return byMinutes;
  return bySeconds.map((label, index) => (bySeconds.indexOf(label) === index ? label : ''));
}
