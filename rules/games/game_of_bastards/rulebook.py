"""The rules of A Game of Bastards for people: every rule by its id, in our own words; data only."""

RULEBOOK: list[dict[str, str]] = [
    {
        "id": "GOB-01",
        "area": "Cards",
        "text": (
            "The table shares one deck with jokers. By option decks it is two packs shuffled together, 108 "
            "cards with 4 jokers, or one pack, 54 cards with 2 jokers. Two packs are the usual choice."
        ),
    },
    {
        "id": "GOB-02",
        "area": "Cards",
        "text": (
            "A number card counts its number, a jack 11, a queen 12, a king 13, an ace 14. As an initiative "
            "card an ace counts 1."
        ),
    },
    {
        "id": "GOB-03",
        "area": "Cards",
        "text": (
            "Suits rank, from the lowest: clubs, spades, hearts, diamonds. They break ties. When two totals are "
            "equal, the side whose highest card has the higher suit wins; the highest card is the one of the "
            "highest value and, of equal values, of the higher suit. When the suits are equal too, the passive "
            "side wins: the defender, or the Dealer in a fate draw. A side without any card loses the tie. "
            "Equal initiative cards act in the same order, the lower suit first."
        ),
    },
    {
        "id": "GOB-04",
        "area": "Cards",
        "text": (
            "All cards are gathered and shuffled at the start of every scene, and when an opposition or a fate "
            "draw is over. Some advantages and every drawn joker shuffle the deck as well."
        ),
    },
    {
        "id": "GOB-05",
        "area": "Cards",
        "text": (
            "If a joker is drawn, the draw is first completed. Then the whole discard pile, including the joker, "
            "is shuffled into the draw pile, and the player who drew the joker gains a wildcard. The joker does "
            "not stay in the hand and is not replaced. The opening deal of all hands is one draw. Followers and "
            "extras gain wildcards like everybody else. A joker drawn by betting a wildcard plays no card."
        ),
    },
    {
        "id": "GOB-06",
        "area": "Cards",
        "text": (
            "A wildcard may be spent at any time, in any phase until the opposition is over, to draw one card "
            "into the hand; it does not change whose turn it is. While cards are being played it may be spent "
            "instead to draw a card and play it at once, face up (GOB-44). Wildcards last until the end of the "
            "session; a house rule can make it the scene or the campaign."
        ),
    },
    {
        "id": "GOB-07",
        "area": "Cards",
        "text": (
            "When the draw pile runs out in a sustained opposition, the discard pile is shuffled and becomes "
            "the draw pile. The table then decides how to continue: go on, change to another kind of opposition, "
            "retreat, or talk."
        ),
    },
    {
        "id": "GOB-10",
        "area": "Characters",
        "text": (
            "A character has four traits, each with a suit and a Fate: Body with clubs and Kranos, Spirit with "
            "hearts and Loressa, Mind with spades and Aiyala, Luck with diamonds and Esme. The player chooses a "
            "suit; its trait starts at 2, the other three at 1. Tarot suits may be shown instead: swords for "
            "Body, cups for Spirit, staves for Mind, coins for Luck."
        ),
    },
    {
        "id": "GOB-11",
        "area": "Characters",
        "text": (
            "Every trait has a pool of five times its rank: BP for Body, SP for Spirit, MP for Mind, LP for "
            "Luck. Raising a trait raises its pool by 5, the maximum and what is left in it alike."
        ),
    },
    {
        "id": "GOB-12",
        "area": "Characters",
        "text": (
            "Every skill starts at rank 1. A new character has 10 XP to spend; XP gained later is spent in the "
            "same way."
        ),
    },
    {
        "id": "GOB-13",
        "area": "Characters",
        "text": (
            "One XP buys one of these: a trait raised by 1, a skill raised by 1, an advantage, a specialty. Two "
            "advantages are free at the start. A disadvantage can be taken only while the character is made and "
            "gives 1 XP more to build with. The game lists no disadvantages: they are rows of the catalogue or "
            "free text."
        ),
    },
    {
        "id": "GOB-14",
        "area": "Characters",
        "text": (
            "The skills are Athletics, Dexterity (also called Manual Dexterity), Combat, Stealth, Technology, "
            "Academics, Influence, Craft, Business, Perception, Meditation, First Aid, Guts, Perform and "
            "Gambling. Combat is taken for one weapon each, or as Combat (Unarmed) and Combat (Grapple); Craft "
            "is taken for one kind of work each. A skill that is not on the sheet has rank 1."
        ),
    },
    {
        "id": "GOB-15",
        "area": "Characters",
        "text": (
            "A specialty combines two different skills of rank 2 or more, for one kind of action or one field. "
            "Its rank is the lower of the two and rises with them; it is added to the total "
            "of every fate draw that involves the specialty. About sixty are in the catalogue, Acrobatics from "
            "Dexterity and Craft (Perform) or Lockpicking from Stealth and Technology among them; players may "
            "name others."
        ),
    },
    {
        "id": "GOB-16",
        "area": "Characters",
        "text": (
            "Every advantage has a suit. While a character's pool of that suit is at 0 it cannot use the advantage."
        ),
    },
    {
        "id": "GOB-20",
        "area": "Fate draw",
        "text": (
            "A check of a skill that nobody opposes is a fate draw. The player draws as many cards as the rank in "
            "the skill, plays one and adds the trait. The Dealer, or another player, draws 6 cards less that "
            "trait, at least 1, and plays one without a trait. The higher total wins. Unless a person chooses "
            "otherwise, either side plays its one highest card. A joker of the Dealer's draw gives nobody a "
            "wildcard."
        ),
    },
    {
        "id": "GOB-21",
        "area": "Fate draw",
        "text": (
            "A difficulty of 1 to 20 may be added to the opposing card. As a guide: 1 for a small nuisance, 3 "
            "for something clearly harder, 5 for a real challenge, 7 for a serious undertaking, 10 for the best "
            "that people can do, 15 for the nearly impossible, 20 for the stuff of legend."
        ),
    },
    {
        "id": "GOB-22",
        "area": "Fate draw",
        "text": (
            "A fate draw goes in this order: both sides draw; they play, and raises may be declared; they bet, "
            "the opposing side first and then the acting one, until neither can or wants to play more; the "
            "cards are shown; the consequences follow; all cards go back and are shuffled. Each side plays one "
            "card. Every advantage that gives an additional card and applies lets one more be played, while the "
            "number drawn stays; cards of wildcards come on top."
        ),
    },
    {
        "id": "GOB-23",
        "area": "Fate draw",
        "text": (
            "The margin is the winner's total less the loser's. A success has one raise for every full 2 points "
            "of margin, so two from a margin of 4. The result says whether raises declared beforehand were met or "
            "missed; they do not change the total."
        ),
    },
    {
        "id": "GOB-24",
        "area": "Fate draw",
        "text": (
            "The hand of a fate draw is drawn for it alone and goes back afterwards; it has nothing to do with "
            "the hand held in an opposition. During an opposition its cards come from the draw pile, and only "
            "they go back."
        ),
    },
    {
        "id": "GOB-25",
        "area": "Fate draw",
        "text": (
            "The person who asks for a draw names the trait. Body is for raw strength, agility, endurance and physical "
            "attacks; Spirit for fear, resolve, leading and stirring people, keeping one's sanity; Mind for "
            "thought, trickery and influence, reflexes and defence, contests of the mind; Luck for whatever "
            "owes more to chance than to skill."
        ),
    },
    {
        "id": "GOB-30",
        "area": "Simple opposition",
        "text": (
            "Each side draws a hand of five and plays one card; the highest wins. If the opposition continues, "
            "everybody involved draws a card for each further hand and may discard one. Mulligan: a side may give "
            "up its "
            "action in that hand, discard all its cards and draw five. A plain simple opposition compares the "
            "cards alone; a bonus counts only where it is named. Of cards equal in value and suit the passive "
            "side's wins."
        ),
    },
    {
        "id": "GOB-40",
        "area": "Sustained opposition",
        "text": (
            "In a fight or a similar conflict, everyone draws five cards and chooses one of them as "
            "initiative card, face up; it leaves the hand and stays for the whole opposition. The lowest acts "
            "first, an ace counting 1, equal values by suit (GOB-03), equal cards in the order of the "
            "encounter. Cards are shown in any order, as they are chosen; the Dealer's orders are accepted "
            "meanwhile. A participant without a card to choose has no initiative, acts last in the order of "
            "the encounter, and may set a card later (GOB-42) without discarding an old one."
        ),
    },
    {
        "id": "GOB-41",
        "area": "Sustained opposition",
        "text": (
            "A turn goes like this. First the actor draws one card, and may discard one before acting; or it "
            "takes a mulligan (GOB-30), which costs the action. Passing is not possible before this draw. Then "
            "come free things, such as drawing a weapon carried at hand, and talk; then the action, with its "
            "target and declared raises, or an ability that takes the action's place. Cards are played, bets "
            "made, cards shown, consequences carried out, and the next in order acts. After the last one the "
            "round is over and the lowest begins again."
        ),
    },
    {
        "id": "GOB-42",
        "area": "Sustained opposition",
        "text": (
            "As its action, a character may replace its initiative card with a card from the hand; the old card "
            "is discarded. The new card is visible at once; the order changes in the next round."
        ),
    },
    {
        "id": "GOB-43",
        "area": "Sustained opposition",
        "text": (
            "Attack: the acting side plays one card face down and adds its trait. It may name one target or "
            "several, up to everybody else who is still in, each once and never itself. Each one affected may "
            "answer with one card, face down, and is asked even without a card in hand; every one of them is "
            "compared with the same attack total. A side that answered without a card may still bet within "
            "its limit. A skill that is not named in a defence, or is not on the sheet, has rank 1; an attack "
            "without a weapon may use any skill. When the last target gives up or drops out, the play ends, its "
            "cards are discarded and the turn is over."
        ),
    },
    {
        "id": "GOB-44",
        "area": "Sustained opposition",
        "text": (
            "The sides bet in turn, the affected side first; several affected participants bet in the order of "
            "the encounter, then the aggressor. A side may play one or more further cards face up from the hand, "
            "spend a wildcard to draw a card and play it face up, or call. After a play it is the other side's "
            "turn, and a side that called may bet again. A side that can play no more cards has called. When "
            "all have called with no card played in between, the cards are shown. Cards from the hand, the "
            "first included, are at most the rank in the skill used and never less than 1; cards of wildcards "
            "come on top. Played cards are discarded when the consequences are done."
        ),
    },
    {
        "id": "GOB-45",
        "area": "Sustained opposition",
        "text": (
            "When the cards are shown, a side's total is all its cards and its trait. The aggressor succeeds, "
            "or fails, by the difference. A side that played nothing counts its trait alone."
        ),
    },
    {
        "id": "GOB-46",
        "area": "Sustained opposition",
        "text": (
            "A success does the difference as damage to the pool that fits. A physical attack strikes BP and is "
            "defended with Mind, a social one or fear SP, defended with Spirit, a mental contest MP, defended "
            "with Mind, luck LP, defended with Luck. Only a physical attack adds the attacker's Body, whichever "
            "trait the draw used, and the weapon's damage; a house rule leaves Body out. Unless "
            "named, the aggressor's trait is Body, Spirit, Mind or Luck in the same order; outside physical "
            "attacks the aggressor may name any. Physical attacks and defences use another trait only by "
            "desperation or an advantage. Damage is lowered by Toughness or Resolve, then by Iron Wall or Soul "
            "of Steel, then by armour, which counts against physical damage to BP only; a follower has its "
            "armour alone. It never falls below 0, and 0 is no damage. When several effects meet in one defence "
            "the first of these decides: Karmic Shuffle, desperation, the latest declared of Dodge and "
            "Serendipity, All-Out Defense, and last Mind, doubled by Study."
        ),
    },
    {
        "id": "GOB-47",
        "area": "Sustained opposition",
        "text": ("Damage beyond the rest of a pool is lost; it does not affect another pool."),
    },
    {
        "id": "GOB-48",
        "area": "Sustained opposition",
        "text": (
            "Desperation: a character with an empty pool is desperate. When it becomes desperate, it at once "
            "draws as many cards as its Spirit or its Luck, as it chooses. While desperate it uses Spirit or "
            "Luck, as "
            "it chooses for each hand, in place of any other trait; unless it says otherwise, the higher of the "
            "two, Spirit when they are equal. A character who empties a pool by paying a cost also becomes "
            "desperate and chooses after the play. Nobody can pay a cost that would put them out of the "
            "opposition. A character who enters with a pool at 0 is desperate from the start, without the draw."
        ),
    },
    {
        "id": "GOB-49",
        "area": "Sustained opposition",
        "text": (
            "A character is out of the opposition when a pool that is empty already takes damage, or when a "
            "second pool is emptied: unconscious when that was BP, otherwise beaten. It may also give up at any "
            "time; an aggressor who gives up ends the play without effect, somebody affected drops out of it. "
            "A character who is out discards the hand and the initiative card. When at most one side has "
            "participants left, this outcome is proposed, and play continues until the Dealer ends it. "
            "Participants cannot join or leave while an answer is pending. The Dealer decides whether anybody "
            "dies, never the rules."
        ),
    },
    {
        "id": "GOB-50",
        "area": "Sustained opposition",
        "text": ("At the end of an opposition all cards go back and the deck is shuffled."),
    },
    {
        "id": "GOB-51",
        "area": "Sustained opposition",
        "text": (
            "A fighter with two weapons has two cards fewer to play, at least 1, in attack and in defence. "
            "There is still one attack draw, and both weapons' damage is added. The weapons named in the last "
            "attack are the ones wielded, before that the first on the list; a defence may name others, since "
            "drawing is free. Two weapons of one name must stand on the list twice. The skill of an attack must "
            "be the weapon's; with two different skills the lower rank counts. An attack without a weapon is a "
            "melee attack."
        ),
    },
    {
        "id": "GOB-52",
        "area": "Sustained opposition",
        "text": (
            "Picking something up from the ground and wielding it takes the action; only things on the ground in "
            "this encounter can be picked up. Drawing a weapon carried at hand is free; fetching "
            "something out of a pack takes the action."
        ),
    },
    {
        "id": "GOB-53",
        "area": "Sustained opposition",
        "text": (
            "Pools are filled again when the Dealer calls a rest: wholly, or by a part of their maximum, rounded up."
        ),
    },
    {
        "id": "GOB-54",
        "area": "Sustained opposition",
        "text": (
            "Additional cards and fewer cards change how many cards may be played from the hand (GOB-44). The "
            "limit is never below 1."
        ),
    },
    {
        "id": "GOB-60",
        "area": "Advantages in defence",
        "text": (
            "Counter, taken for one melee weapon. Attacked with a melee weapon while wielding it, you may lay "
            "aside one or more cards face down when you defend. They count against your limit, and your "
            "defence's own card comes on top, so the limit must be at least 2. If the defence holds, the cards "
            "laid aside are at once a whole physical attack on the attacker with that weapon: nothing can be "
            "added, it is answered as usual, but not by another counter. If it does not hold, they are "
            "discarded. Until then others see only how many they are. An attack without a weapon cannot be "
            "countered."
        ),
    },
    {
        "id": "GOB-61",
        "area": "Advantages in defence",
        "text": (
            "All-Out Defense. Declared before your turn or in it before you act: until the round ends your "
            "physical defences use twice your Body instead of Mind. You take no action this round; if your turn "
            "is still to come, it has only its draw."
        ),
    },
    {
        "id": "GOB-62",
        "area": "Advantages in defence",
        "text": (
            "Defensive Stance. In your turn, once an opposition, give up 1 to Body cards on your attacks, whose "
            "limit stays at least 1. Until the opposition ends your attacks have that many fewer and your "
            "defences that many more."
        ),
    },
    {
        "id": "GOB-63",
        "area": "Advantages in defence",
        "text": (
            "Serendipity. For 1 LP your next physical defence uses Luck instead of Mind. Declare it before an "
            "attack or in your answer to it, as often as you can pay, even when it is not your turn."
        ),
    },
    {
        "id": "GOB-64",
        "area": "Advantages in defence",
        "text": (
            "Iron Wall. For a wildcard, at any point of the round: until the round ends damage to your BP is "
            "lowered by your Body."
        ),
    },
    {
        "id": "GOB-65",
        "area": "Advantages in defence",
        "text": (
            "Karmic Shuffle. For a wildcard: until the round ends everyone in the opposition, you included, "
            "adds Luck to physical defences, whatever trait they would use otherwise."
        ),
    },
    {
        "id": "GOB-66",
        "area": "Advantages in defence",
        "text": (
            "Soul of Steel. For a wildcard and your action, while that action is still to come: until the round "
            "ends damage to your SP or BP is lowered by twice your Spirit."
        ),
    },
    {
        "id": "GOB-67",
        "area": "Advantages in defence",
        "text": (
            "Study. Give your action to watch one opponent: for the rest of the opposition your Mind counts "
            "twice in physical defences against it."
        ),
    },
    {
        "id": "GOB-68",
        "area": "Advantages in defence",
        "text": (
            "Careful. When an attack does you no damage, because it failed or because its damage was reduced to "
            "nothing, you draw a card at once."
        ),
    },
    {
        "id": "GOB-69",
        "area": "Advantages in defence",
        "text": (
            "Dodge. For 1 BP your next physical defence uses Body instead of Mind. Declare it before an attack "
            "or in your answer to it, as often as you can pay, even when it is not your turn."
        ),
    },
    {
        "id": "GOB-70",
        "area": "Advantages in defence",
        "text": (
            "Mind Over Matter. When damage would strike your BP you may pay 1 MP: it strikes MP instead. It "
            "keeps what lowered it as damage to BP and is lowered no further."
        ),
    },
    {
        "id": "GOB-71",
        "area": "Advantages in defence",
        "text": ("Tenacity. Always on: whenever your BP takes damage you draw a card at once."),
    },
    {
        "id": "GOB-72",
        "area": "Advantages in attack",
        "text": (
            "Savage. For 1 BP before a melee attack: if it succeeds you may make one more melee attack at once, "
            "with two cards fewer, at least 1. You can only use it to attack in melee or pass."
        ),
    },
    {
        "id": "GOB-73",
        "area": "Advantages in attack",
        "text": ("Ambidextrous. Always on: fighting with two weapons costs you one card instead of two."),
    },
    {
        "id": "GOB-74",
        "area": "Advantages in attack",
        "text": (
            "Florentine, taken for one weapon. Always on: while you defend with that weapon, fighting with two "
            "weapons costs you no card in defence."
        ),
    },
    {
        "id": "GOB-75",
        "area": "Advantages in attack",
        "text": ("Zeal. For 1 SP a physical attack adds Spirit to its total instead of Body."),
    },
    {
        "id": "GOB-76",
        "area": "Advantages in attack",
        "text": (
            "Fortune. For 1 LP a physical attack adds Luck to its total instead of Body, and the defender uses "
            "Luck instead of Mind."
        ),
    },
    {
        "id": "GOB-77",
        "area": "Advantages in attack",
        "text": (
            "Ass Pull. For 1 LP in your turn: draw two cards, then discard two, or all you hold if they are fewer."
        ),
    },
    {
        "id": "GOB-78",
        "area": "Advantages in attack",
        "text": ("Faith. Always on: whenever your SP takes damage you draw a card at once."),
    },
    {
        "id": "GOB-79",
        "area": "Advantages in attack",
        "text": (
            "Speedy. Putting another card in the place of your initiative card costs you no action; once in a "
            "turn, before you act."
        ),
    },
    {
        "id": "GOB-80",
        "area": "Advantages in attack",
        "text": (
            "Berserk. For a wildcard in your turn: your physical damage adds Body twice instead of once, of "
            "your advantages you may use the offensive ones only, and you play one card fewer in defence, at "
            "least 1. It lasts until the scene ends, or until you give up an action and win a fate draw of "
            "Meditation on Mind, made at once with the highest cards of both sides."
        ),
    },
    {
        "id": "GOB-81",
        "area": "Advantages in attack",
        "text": (
            "Wild Swing. For 1 BP before a melee attack: lower the Body that you add to its total by any "
            "amount, not below 0. If it succeeds, twice that amount is added to the damage."
        ),
    },
    {
        "id": "GOB-82",
        "area": "Advantages in attack",
        "text": (
            "Disarm. For 1 MP make a melee attack on Mind. On a success there is no damage, but the opponent "
            "drops its weapon; with two raises, a margin of 4 or more, you may take it into an empty hand. "
            "Otherwise picking it up takes an action."
        ),
    },
    {
        "id": "GOB-83",
        "area": "Advantages for other ends",
        "text": ("Cunning Linguist. Always on: you may play one card more in any opposed social draw."),
    },
    {
        "id": "GOB-84",
        "area": "Advantages for other ends",
        "text": ("Criminal. Always on: you may play one card more on draws of Stealth or Influence."),
    },
    {
        "id": "GOB-85",
        "area": "Advantages for other ends",
        "text": ("Hearty. Always on: you may play one card more on draws of Athletics or Dexterity."),
    },
    {
        "id": "GOB-86",
        "area": "Advantages for other ends",
        "text": (
            "Acrobat. In a fate draw of extreme movement, such as a long run, a swing or a leap, discard up to "
            "Body cards right after drawing and draw as many."
        ),
    },
    {
        "id": "GOB-87",
        "area": "Advantages for other ends",
        "text": ("Toughness. Always on: damage to your BP is 1 less. It can be taken up to five times and adds up."),
    },
    {
        "id": "GOB-88",
        "area": "Advantages for other ends",
        "text": ("Resolve. Always on: damage to your SP is 1 less. It can be taken up to five times and adds up."),
    },
    {
        "id": "GOB-89",
        "area": "Advantages for other ends",
        "text": (
            "Brawler. Always on: your rank in Combat (Unarmed) is added to the damage of attacks with that skill."
        ),
    },
    {
        "id": "GOB-90",
        "area": "Advantages for other ends",
        "text": (
            "Grappler. Always on: your rank in Combat (Grapple) is added to the damage of attacks with that skill."
        ),
    },
    {
        "id": "GOB-95",
        "area": "Followers, extras and scenes",
        "text": (
            "A follower, also called Touched, has a power rating of 1 to 5. It begins an opposition with that "
            "many cards, and counts as having the rating in every trait and every skill. One power pool of five "
            "times the rating takes all damage; when it is empty the follower is knocked out. It knows no "
            "desperation."
        ),
    },
    {
        "id": "GOB-96",
        "area": "Followers, extras and scenes",
        "text": (
            "Extras, also called brutes, come in groups of up to five members with one power rating of 1 to 5. "
            "The number of members is the size of the group's hand; the rating is the number of cards that it may "
            "play. Being "
            "hit costs the group one member for every 2 full points of difference; Body, weapon and armour do "
            "not matter for that. Their weapon adds to the damage of their successful physical attacks. They "
            "have no skills, no advantages, and add no trait. They draw only up to their members, the "
            "initiative card not counted; when members fall, the lowest cards beyond that are discarded at "
            "once. A mulligan draws five cards, for followers their rating, for extras their members."
        ),
    },
    {
        "id": "GOB-97",
        "area": "Followers, extras and scenes",
        "text": (
            "A table without a Dealer plays indirect oppositions: somebody who is not involved takes the hand "
            "and the actions of what opposes the others. Any player may be given any participant who is not a "
            "player's, for a scene or for good. By default the players play their own Fated, and the Dealer plays "
            "everyone else."
        ),
    },
    {
        "id": "GOB-98",
        "area": "Followers, extras and scenes",
        "text": (
            "Dramatic actions belong to the Fated, in their own turn before they act, and take no action. "
            "Reinforce: for a wildcard a group of five extras enters, with the highest of your traits as "
            "rating, at most 5, and one weapon for all with damage up to that rating. Involve: for a wildcard "
            "two followers enter with that rating and a weapon each. Appearance: free, your character enters in "
            "person. Skill check: any player may ask another for a fate draw, free. Distance: in the first "
            "round, before the first attack, and for one player only: spend any number of wildcards; for as "
            "many rounds nobody can attack that character in melee. Those who enter stand on your side under "
            "your control, draw their hands at once with their lowest card as initiative, and act from the next "
            "round; the same holds for those who join later."
        ),
    },
    {
        "id": "GOB-99",
        "area": "Followers, extras and scenes",
        "text": (
            "Weapons have a bonus to damage, and armour lowers damage to BP. The game has no lists of its own, so "
            "the rows in the catalogue are house rules. You do not need them to play."
        ),
    },
]

# Rules that this project decided, in whole or in part, because the source leaves them open.
RULINGS: frozenset[str] = frozenset(
    {
        "GOB-03",
        "GOB-05",
        "GOB-06",
        "GOB-07",
        "GOB-11",
        "GOB-13",
        "GOB-14",
        "GOB-15",
        "GOB-20",
        "GOB-22",
        "GOB-23",
        "GOB-24",
        "GOB-30",
        "GOB-42",
        "GOB-44",
        "GOB-45",
        "GOB-46",
        "GOB-48",
        "GOB-49",
        "GOB-51",
        "GOB-52",
        "GOB-53",
        "GOB-54",
        "GOB-60",
        "GOB-65",
        "GOB-66",
        "GOB-72",
        "GOB-80",
        "GOB-95",
        "GOB-96",
        "GOB-99",
    }
)
