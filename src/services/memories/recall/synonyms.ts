// Everyday English words of nearly one meaning: a small general list, which follows no text and no set of questions. A synonym counts
// for less than the word itself. Each group is in its dictionary forms; the caller stems them.
import { once } from "../../../contract/once.ts";

const groups = `
buy purchase acquire|begin start commence|end finish stop conclude|car vehicle automobile|bike bicycle cycle|lorry truck
doctor physician gp|medicine drug medication pill|ill sick unwell|illness disease sickness|hospital clinic|dentist tooth teeth
child kid|baby infant newborn|boy son|girl daughter|mother mum mom|father dad|parent mother father|husband spouse partner
wife spouse partner|brother sibling|sister sibling|friend pal mate|boss manager chief head|colleague coworker teammate
employee staff worker|customer client buyer|guest visitor|owner landlord|job work position post occupation career profession
wage salary pay|price cost|cheap inexpensive affordable|expensive costly pricey|money cash funds|bill invoice
shop store|flat apartment|cellar basement|kitchen oven stove cook|garden yard|bed sleep
holiday vacation trip travel|journey trip travel|plane aeroplane airplane aircraft flight|train railway rail|luggage baggage suitcase
phone telephone mobile call ring|photo picture image photograph|film movie|music song tune|painting picture paint
dog puppy|cat kitten|pet animal dog cat|food meal eat dish|breakfast lunch dinner supper meal|cake bake pastry
drink beverage|bread loaf|sweet candy dessert|fruit apple|vegetable veg
big large huge great|small little tiny|quick fast rapid|slow slowly|new recent fresh|old former previous|happy glad pleased
sad unhappy upset|angry furious cross annoyed|afraid scared fear frightened|worried anxious nervous|tired exhausted
difficult hard tough|easy simple|beautiful lovely pretty|important crucial essential|dangerous risky hazardous
reply answer respond response|ask question enquire request|speak talk chat|shout yell|tell inform|show display
help assist support aid|fix repair|break damage|wrong incorrect mistake error|mistake error fault bug|correct right
delete remove erase|add insert include|change alter modify adjust|choose select pick|decide decision choice|plan intend
allow permit|forbid ban prohibit|need require must|want wish desire|try attempt|use employ utilise|send mail dispatch post
receive get|give donate present|gift present|keep retain store|lose lost missing|find discover locate|search look seek
steal rob theft thief burgle|hurt injure injury wound|kill die|win victory prize|award prize|fail failure crash
meet meeting appointment|join member|leave quit depart|arrive come reach|move relocate|live reside|return back
grow increase rise|shrink decrease drop fall reduce|build construct|create make|destroy ruin|burn fire
learn study|study course class lesson degree|teach teacher tutor instructor|school college university|student pupil|exam test
book novel read|author writer wrote write|letter mail|newspaper magazine|language speak
computer laptop machine|screen display monitor|password credential login|sign login|user account|server machine host
program software application app|website site web page|database store data|version release|deploy release rollout
outage incident downtime failure|slow latency delay|delay late|limit maximum cap|minimum least|size big large
weather rain snow sun|cold freeze frost|hot warm heat|sea ocean|lake water|hill mountain|forest woods
city town|country nation|abroad foreign|birthday born birth|marry wedding marriage|divorce separate|engaged engagement fiance
hobby pastime|game play|sport exercise training|run jog race|swim pool|walk hike|climb mountain|race marathon|team club
colour color|autumn fall|favourite favorite prefer|organise organize|grey gray|centre center|theatre theater
yearly annual|monthly month|weekly week|daily day|frequent often|sometimes occasionally|evening night|morning dawn
reason why because|goal aim target objective|idea suggestion proposal|advice advise recommend|opinion think view
law legal|contract agreement|rule policy|rights licence license permission terms|tax vat|bank account|insurance insure|loan mortgage
glasses spectacles|clothes clothing wear dress|shoe boot|jewellery ring necklace|hair haircut|allergic allergy intolerant
nervous anxious|proud pride|volunteer charity|concert gig show|instrument guitar piano violin|dance dancing
`;

const others = once(() => {
  const found = new Map<string, Set<string>>();
  for (const group of groups.trim().split(/[|\n]/u)) {
    const [first = "", ...rest] = group.split(" ");
    // The first word of a group goes with each other one; the others not with each other.
    for (const other of rest) {
      found.set(first, (found.get(first) ?? new Set()).add(other));
      found.set(other, (found.get(other) ?? new Set()).add(first));
    }
  }
  return found;
});

/** Words of nearly the meaning of a word in its dictionary form, or none. */
export function synonyms(word: string): readonly string[] {
  return [...(others().get(word) ?? [])];
}
