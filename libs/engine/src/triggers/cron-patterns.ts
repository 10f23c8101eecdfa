import {
  type CronExpression,
  type CronField,
  type CronRange,
  type DayTerm,
  type FieldRule,
  fieldRules,
  type LastDay,
  valuesOf,
  type WeekdayTerm,
} from '@slipway/domain/triggers';

interface Pattern {
  readonly days: string;
  readonly months: CronField;
  readonly years: CronField;
}

const fieldValues = (field: CronField, rule: FieldRule): readonly number[] => {
  const ranges: readonly CronRange[] =
    field === 'every' ? [{ kind: 'range', from: rule.min, to: rule.max, step: null }] : field;
  return [...new Set(ranges.flatMap((range) => valuesOf(range, rule)))].sort((a, b) => a - b);
};

const fieldText = (field: CronField, rule: FieldRule): string =>
  field === 'every' ? '*' : fieldValues(field, rule).join(',');

/**
 * The patterns of croner whose times together are those of an expression. All values are written out, because croner
 * has no ranges that wrap and no days before the last. Weekdays are those of Unix, 0 for Sunday. None if no month has
 * such a day.
 */
export function cronPatterns(expression: CronExpression): readonly string[] {
  const { seconds, minutes, hours, weekdays } = expression;
  const time = [
    fieldText(seconds, fieldRules.second),
    fieldText(minutes, fieldRules.minute),
    fieldText(hours, fieldRules.hour),
  ].join(' ');
  const onWeekdays = weekdays === 'every' ? '*' : [...new Set(weekdays.flatMap(weekdayPattern))].join(',');
  return dayPatterns(expression).map(({ days, months, years }) =>
    [time, days, fieldText(months, fieldRules.month), onWeekdays, fieldText(years, fieldRules.year)].join(' '),
  );
}

const weekdayPattern = (term: WeekdayTerm): readonly string[] =>
  term.kind === 'weekdays'
    ? term.weekdays.map(String)
    : [`${term.weekday}${term.nth === 'last' ? 'L' : `#${term.nth}`}`];

function dayPatterns({ days, months, years }: CronExpression): readonly Pattern[] {
  if (days === 'every') return [{ days: '*', months, years }];
  const plainPatterns = days.flatMap(plainDays);
  return [
    ...(plainPatterns.length === 0 ? [] : [{ days: [...new Set(plainPatterns)].join(','), months, years }]),
    ...days.flatMap((term) => (term.kind === 'last' ? lastPatterns(term, months, years) : [])),
  ];
}

function plainDays(term: DayTerm): readonly string[] {
  switch (term.kind) {
    case 'range':
      return valuesOf(term, fieldRules.day).map(String);
    case 'nearest':
      return [`${term.day}W`];
    case 'last':
      return term.before === 0 && !term.nearestWeekday ? ['L'] : [];
  }
}

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Days before the last are another number in months of other lengths. */
function lastPatterns({ before, nearestWeekday }: LastDay, months: CronField, years: CronField): readonly Pattern[] {
  if (before === 0) return nearestWeekday ? [{ days: 'LW', months, years }] : [];
  const inYears = fieldValues(years, fieldRules.year);
  const lengths = [
    { length: 31, of: [1, 3, 5, 7, 8, 10, 12], years },
    { length: 30, of: [4, 6, 9, 11], years },
    { length: 29, of: [2], years: toCronField(inYears.filter(isLeap)) },
    { length: 28, of: [2], years: toCronField(inYears.filter((year) => !isLeap(year))) },
  ];
  return lengths.flatMap(({ length, of, years: yearField }) => {
    const inMonths = fieldValues(months, fieldRules.month).filter((month) => of.includes(month));
    if (length <= before || inMonths.length === 0 || yearField.length === 0) return [];
    return [
      { days: `${length - before}${nearestWeekday ? 'W' : ''}`, months: toCronField(inMonths), years: yearField },
    ];
  });
}

const toCronField = (yearField: readonly number[]): readonly CronRange[] =>
  yearField.map((value) => ({ kind: 'range', from: value, to: value, step: null }));
