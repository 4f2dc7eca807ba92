import { useState } from 'react';
import { Chapter, Specimen } from '#web/gallery/specimen.tsx';
import { Checkbox, Radio, Segmented, Switch } from '#web/ui/choice.tsx';
import { ConflictNote } from '#web/ui/conflict-note.tsx';
import { Field, FieldGroup } from '#web/ui/field.tsx';
import { FormSummary } from '#web/ui/form-summary.tsx';
import { Input, PasswordInput, PrefixedInput, SearchInput, Select, Textarea } from '#web/ui/input.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';

const days = [
  { value: 'unavailable', label: 'Unavailable' },
  { value: 'morning', label: 'Morning' },
  { value: 'afternoon', label: 'Afternoon', disabled: true },
  { value: 'all_day', label: 'All Day' },
] as const;

export function Forms() {
  const [day, setDay] = useState<(typeof days)[number]['value']>('morning');
  const [on, setOn] = useState(true);
  return (
    <Chapter title="Forms">
      <Specimen name="Fields">
        <div className="card grid gap-5 p-5">
          <Field label="Title" hint="What the substitute reads first">
            <Input defaultValue="Grade 2 classroom" />
          </Field>
          <Field label="Username">
            <PrefixedInput prefix="@" defaultValue="daniel_reyes" />
          </Field>
          <Field label="Password">
            <PasswordInput defaultValue="correct-horse" />
          </Field>
          <Field label="Shift Type">
            <Select>
              <option>Full Day Shift (8:00 AM - 3:00 PM)</option>
            </Select>
          </Field>
          <Field label="Message" optional>
            <Textarea placeholder="For example: I can be there by 7:40." />
          </Field>
          <Field label="Cannot be changed">
            <Input disabled defaultValue="Cedar Hollow Elementary" />
          </Field>
        </div>
      </Specimen>
      <Specimen name="With errors: summary from two on, message under the field">
        <div className="card grid gap-5 p-5">
          <FormSummary
            attempt={0}
            problems={[
              { id: 'gallery-title', message: 'Title is required' },
              { id: 'gallery-shift', message: 'Please select a shift type' },
            ]}
          />
          <Field id="gallery-title" label="Title" error="Title is required">
            <Input />
          </Field>
          <Field
            label="School Name"
            error={
              <ConflictNote
                sentence="Changed by someone else to “Cedar Hollow Middle”."
                onKeep={() => undefined}
                onUse={() => undefined}
              />
            }
          >
            <Input defaultValue="Cedar Hollow High" />
          </Field>
          <Field id="gallery-shift" label="Shift Type" error="Please select a shift type">
            <Select>
              <option>Choose shift type</option>
            </Select>
          </Field>
          <Field label="Search">
            <SearchInput placeholder="Search by name or city" />
          </Field>
        </div>
      </Specimen>
      <Specimen name="Choices">
        <div className="card grid gap-4 p-5">
          <div>
            <Checkbox
              label="Notify all substitutes"
              hint="All approved substitutes who chose your school"
              defaultChecked
            />
            <Checkbox label="Select all" mixed />
            <Checkbox label="Not possible" disabled />
          </div>
          <FieldGroup label="Monday" error="Choose one">
            <div>
              <Radio name="gallery-day" label="Unavailable" defaultChecked />
              <Radio name="gallery-day" label="Morning" hint="8:00 AM – 12:00 PM" />
              <Radio name="gallery-day" label="Afternoon" hint="Not offered" disabled />
            </div>
          </FieldGroup>
          <Switch
            name="Cedar Hollow Elementary active"
            words={['Active', 'Inactive']}
            checked={on}
            onChange={(event) => setOn(event.target.checked)}
          />
        </div>
      </Specimen>
      <Specimen name="Segmented; save bar">
        <div className="grid gap-4">
          <Segmented label="Monday" options={days} value={day} onChange={setDay} wide />
          <SaveBar dirty saving={false} onRevert={() => setDay('morning')} />
        </div>
      </Specimen>
    </Chapter>
  );
}
