/** The fields sent with a call. */
type Given<Sent> = { [Field in keyof Sent]?: Exclude<Sent[Field], undefined> };

/** Returns the fields that were sent. A call's other fields are undefined or missing. */
export function given<Sent extends object>(sent: Sent): Given<Sent> {
  const fields: Given<Sent> = {};
  for (const name in sent) {
    const value = sent[name];
    if (isGiven(value)) fields[name] = value;
  }
  return fields;
}

function isGiven<Value>(value: Value): value is Exclude<Value, undefined> {
  return value !== undefined;
}
