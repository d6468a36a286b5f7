-- What agents have used, by day and model. It outlives the jobs: deleting a project gives no budget back.
create table agent_usage (
  organization_id text not null references organization (id) on delete cascade,
  day date not null,
  model text not null,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  primary key (organization_id, day, model)
);

insert into agent_usage
select organization_id, (created_at at time zone 'UTC')::date, model,
  sum((usage->>'inputTokens')::bigint), sum((usage->>'outputTokens')::bigint)
from edit
where (usage->>'inputTokens')::bigint + (usage->>'outputTokens')::bigint > 0
group by 1, 2, 3;

-- A job carries the total of its turns, so what a step writes again counts nothing twice.
create function count_agent_usage() returns trigger language plpgsql as $$
declare
  input bigint := greatest(0, (new.usage->>'inputTokens')::bigint - (old.usage->>'inputTokens')::bigint);
  output bigint := greatest(0, (new.usage->>'outputTokens')::bigint - (old.usage->>'outputTokens')::bigint);
begin
  if input = 0 and output = 0 then
    return null;
  end if;
  insert into agent_usage as known (organization_id, day, model, input_tokens, output_tokens)
  values (new.organization_id, (now() at time zone 'UTC')::date, new.model, input, output)
  on conflict (organization_id, day, model) do update set
    input_tokens = known.input_tokens + excluded.input_tokens,
    output_tokens = known.output_tokens + excluded.output_tokens;
  return null;
end $$;
create trigger edit_usage after update of usage on edit for each row execute function count_agent_usage();
